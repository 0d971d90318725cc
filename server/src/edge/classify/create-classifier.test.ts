import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { isBotBy, strongReasons, weakReasons } from './bots/bot-reasons.ts';
import { createClassifier } from './create-classifier.ts';
import { buildNetworkPart, buildLocation, noCity, emptyLocation } from './location/location.ts';

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const oldChrome = chrome.replace('131.0.0.0', '49.0.2623.112');
const fullHeaders: IncomingHttpHeaders = { accept: 'text/html', 'accept-language': 'de-DE,de;q=0.9' };

const hosting = buildLocation(
  noCity,
  buildNetworkPart({ isp: 'Example Hosting', asn: 64500, connectionType: 'hosting', isDatacenter: true }),
);
const classifier = createClassifier({
  geo: { find: (address) => (address === '203.0.113.1' ? hosting : emptyLocation) },
});

function classify(changes: {
  userAgent?: string;
  headers?: IncomingHttpHeaders;
  address?: string;
  method?: string;
}) {
  return classifier.classify({
    address: '198.51.100.1',
    userAgent: chrome,
    headers: fullHeaders,
    method: 'GET',
    ...changes,
  });
}

describe('the classifier', () => {
  it('finds no bot reasons in a browser request', () => {
    const headers = { ...fullHeaders, referer: 'https://www.example.com/a' };
    const { location, device, ...rest } = classify({ headers });
    expect(location).toBe(emptyLocation);
    expect(device.browser).toBe('Chrome');
    expect(rest).toEqual({
      language: 'de',
      referrer: 'https://www.example.com/a',
      referrerDomain: 'example.com',
      isBot: false,
      isPrefetch: false,
      reasons: [],
    });
  });

  it('flags a data center address without classifying the visitor as a bot', () => {
    expect(classify({ address: '203.0.113.1' })).toMatchObject({ isBot: false, reasons: ['datacenter'] });
  });

  it('classifies a visitor with two weak reasons as a bot', () => {
    const noLanguage = { accept: '*/*' };
    expect(classify({ headers: noLanguage })).toMatchObject({ isBot: false, reasons: ['no-language'] });
    expect(classify({ headers: {} })).toMatchObject({ isBot: true, reasons: ['no-language', 'no-accept'] });
    expect(classify({ userAgent: oldChrome })).toMatchObject({ isBot: false, reasons: ['old-agent'] });
    expect(classify({ userAgent: oldChrome, address: '203.0.113.1' })).toMatchObject({
      isBot: true,
      reasons: ['old-agent', 'datacenter'],
    });
    expect(classify({ headers: noLanguage, address: '203.0.113.1' })).toMatchObject({
      isBot: true,
      reasons: ['no-language', 'datacenter'],
    });
  });

  it.each([
    ['', ['no-agent']],
    ['curl/8.4.0', ['agent-list', 'library', 'unknown-agent']],
    [
      'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      ['agent-list', 'unknown-agent'],
    ],
    [chrome.replace('Chrome', 'HeadlessChrome'), ['agent-list', 'headless']],
  ])('classifies the user agent %j as a bot', (userAgent, reasons) => {
    expect(classify({ userAgent })).toMatchObject({ isBot: true, isPrefetch: false, reasons });
  });

  it('flags hints that contradict the user agent', () => {
    const headers = { ...fullHeaders, 'sec-ch-ua': '"Chromium";v="131"', 'sec-ch-ua-platform': '"macOS"' };
    expect(classify({ headers })).toMatchObject({ isBot: false, reasons: ['hints-differ'] });
    const desktopView = { ...fullHeaders, 'sec-ch-ua-platform': '"Android"' };
    const linux = chrome.replace('Windows NT 10.0; Win64; x64', 'X11; Linux x86_64');
    expect(classify({ userAgent: linux, headers: desktopView }).reasons).toEqual([]);
  });

  it('flags a prefetch and records the reason, but does not classify it as a bot', () => {
    const headers = { ...fullHeaders, 'sec-purpose': 'prefetch;prerender' };
    expect(classify({ headers })).toMatchObject({ isBot: false, isPrefetch: true, reasons: ['sec-purpose'] });
    expect(classify({ method: 'HEAD' })).toMatchObject({ isPrefetch: true, reasons: ['head'] });
  });

  it('classifies a link preview service as a bot and a prefetch', () => {
    const userAgent = 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)';
    expect(classify({ userAgent })).toMatchObject({
      isBot: true,
      isPrefetch: true,
      reasons: ['agent-list', 'unknown-agent', 'preview'],
    });
  });

  it('returns a valid result for any input', () => {
    const inputs = ['\0', '\ud800', '\n\t', '𝕏'.repeat(9_000), '"><script>', '%00%ff'];
    for (const text of inputs) {
      const headers: IncomingHttpHeaders = {
        accept: text,
        'accept-language': text,
        referer: text,
        purpose: text,
        'sec-ch-ua': text,
        'sec-ch-ua-mobile': text,
        'sec-ch-ua-platform': text,
        'sec-ch-ua-model': text,
      };
      const result = classify({ address: text, userAgent: text, method: text, headers });
      expect(result.device.cells.split('\t')).toHaveLength(7);
      expect((result.referrer ?? '').length).toBeLessThanOrEqual(1_024);
    }
  });
});

describe('isBotBy', () => {
  it.each(strongReasons)('is true for the strong reason %s', (reason) =>
    expect(isBotBy([reason])).toBe(true),
  );
  it.each(weakReasons)('is false for the weak reason %s alone', (reason) =>
    expect(isBotBy([reason])).toBe(false),
  );
  it('ignores prefetch reasons', () => expect(isBotBy(['head', 'purpose', 'preview'])).toBe(false));
});
