import { macroNames } from '@waypost/contract/visits/macros.ts';
import { describe, expect, it } from 'vitest';
import { buildConversion } from '../../testing/attribution/build-conversion.ts';
import { buildRecordedVisit } from '../../testing/traffic/build-recorded-visit.ts';
import { readIncoming } from '../conversions/read-incoming.ts';
import { fillTemplate, parseTemplate } from '../macros/index.ts';
import { postbackMacros, type PostbackForMacros } from './postback-macros.ts';

// 23:30 UTC, which is the next day in Berlin.
const visitMs = Date.parse('2026-11-16T23:30:00.999Z');
const sale = buildConversion({ transactionId: 'T-1', event: 'sale', status: 'hold' });

const given: PostbackForMacros = {
  postbackId: '01a1dd40-0000-7a2b-8c3d-4e5f60718293',
  conversion: {
    ...sale,
    amounts: { ...sale.amounts, payout: '10', currency: 'EUR', revenue: '11.500000000000' },
  },
  visit: buildRecordedVisit({
    timeMs: visitMs,
    externalId: 'ext\t&1',
    cost: '0.050000000000',
    country: 'DE',
    ip: '192.0.2.7',
    token1: 'news & sport',
  }),
  incoming: readIncoming([
    ['cid', 'click-1'],
    ['event', 'sale'],
    ['zone', '7'],
  ]),
  campaign: { name: 'Autumn' },
  source: { name: 'Ads' },
  workspace: { timezone: 'Europe/Berlin', currency: 'USD' },
  names: { offer: 'Sweep' },
};

function fill(template: string, changes: Partial<PostbackForMacros> = {}): string {
  const url = fillTemplate(
    parseTemplate(`https://a.example/${template}`),
    postbackMacros({ ...given, ...changes }),
  );
  return url?.slice('https://a.example/'.length) ?? 'refused';
}

describe('postbackMacros', () => {
  it.each([
    ['?c={clickid}&e={externalid}', '?c=click-1&e=ext%09%261'],
    ['?p={payout}&r={revenue}&c={cost}&u={currency}', '?p=11.5&r=11.5&c=0.05&u=USD'],
    ['?e={event}&s={status}&t={txid}', '?e=sale&s=hold&t=T-1'],
    ['?i={postbackid}', `?i=${given.postbackId}`],
    ['{token1}/?n={campaignname}&s={source}&o={offername}', 'news%20%26%20sport/?n=Autumn&s=Ads&o=Sweep'],
    ['?c={campaignid}&r={ruleid}&l={landingname}', `?c=${given.visit.campaignId}&r=&l=`],
    ['?g={country}&a={asn}&i={ip}&k={continent}', '?g=DE&a=&i=192.0.2.7&k='],
    ['?z={param.zone}&y={param.Zone}&x={unknown}', '?z=7&y=&x='],
  ])('replaces %s with %s', (template, url) => {
    expect(fill(template)).toBe(url);
  });

  it('uses the time of the visit for timestamp and date', () => {
    expect(fill('?t={timestamp}')).toBe(`?t=${Math.floor(visitMs / 1_000)}`);
    expect(fill('?d={date}')).toBe('?d=2026-11-17');
  });

  it('uses the conversion’s last change as the event time, in whole seconds', () => {
    const conversion = { ...given.conversion, changedMs: 1_794_819_600_999 };
    expect(fill('?t={eventtime}', { conversion })).toBe('?t=1794819600');
  });

  it('uses the event and transaction of the original sale for a refund', () => {
    const conversion = { ...given.conversion, status: 'refunded' as const };
    const incoming = readIncoming([['event', 'chargeback']]);
    expect(fill('?e={event}&s={status}&t={txid}&p={payout}', { conversion, incoming })).toBe(
      '?e=sale&s=refunded&t=T-1&p=11.5',
    );
  });

  it('supports IPv6 addresses and a deleted source', () => {
    expect(fill('?i={ip}', { visit: { ...given.visit, ip: '2001:db8::1' } })).toBe('?i=2001%3Adb8%3A%3A1');
    expect(fill('?s={sourcename}', { source: null })).toBe('?s=');
  });

  it('reads every macro without an error', () => {
    const values = postbackMacros(given);
    for (const name of macroNames) expect(() => values.value(name)).not.toThrow();
  });
});
