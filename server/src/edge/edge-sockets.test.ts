import { describe, expect, it } from 'vitest';
import { makeCampaignDocument } from '../testing/edge/campaign-document.ts';
import { makeEdgeServer } from '../testing/edge/edge-server.ts';
import { exchange, findHeader, parseResponses, writeRequest } from '../testing/http/raw-http.ts';

const document = makeCampaignDocument();
const { id } = document.campaign;
const link = `/c/${id}`;
const host = { host: 'track.example' };
const serve = () => makeEdgeServer({ documents: [document], ownHosts: ['track.example'] });

async function exchangeText(sent: string) {
  const edge = await serve();
  const statuses = parseResponses(await exchange(edge.port, sent)).map(({ status }) => status);
  expect(edge.failures).toEqual([]);
  return { statuses, visits: edge.visits().length };
}

const get = (headers: Record<string, string> = {}) => writeRequest('GET', link, { ...host, ...headers });
const post = (headers: Record<string, string>, body: string) =>
  writeRequest('POST', '/v', { ...host, ...headers }, body);
const report = JSON.stringify({ c: id });
const length = { 'content-length': String(report.length) };

describe('an unusual but valid request', () => {
  it.each<[string, string, number[]]>([
    ['with HTTP/1.0', `GET ${link} HTTP/1.0\r\nhost: track.example\r\n\r\n`, [302]],
    ['with HTTP/1.0 and without a host', `GET ${link} HTTP/1.0\r\n\r\n`, [404]],
    ['with an unexpected body', get({ 'content-length': '5' }) + 'hello', [302]],
    [
      'with an unexpected chunked body',
      get({ 'transfer-encoding': 'chunked' }) + '1\r\nx\r\n0\r\n\r\n',
      [302],
    ],
    ['with a WebSocket upgrade', get({ connection: 'upgrade', upgrade: 'websocket' }), [302]],
    [
      'with an HTTP/2 upgrade',
      get({ connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' }),
      [302],
    ],
    ['with Expect: 100-continue', post({ ...length, expect: '100-continue' }, report), [100, 200]],
    [
      'with Expect: 100-continue for a visit',
      get({ 'content-length': '1', expect: '100-continue' }) + 'x',
      [100, 302],
    ],
    ['with an unknown expectation', post({ ...length, expect: 'a miracle' }, report), [417]],
    [
      'with an absolute URL',
      `GET http://track.example${link}?a=b HTTP/1.1\r\nhost: track.example\r\n\r\n`,
      [302],
    ],
    [
      'with an absolute URL for an unknown host',
      `GET http://unknown.example${link} HTTP/1.1\r\nhost: track.example\r\n\r\n`,
      [404],
    ],
    [
      'with an absolute URL and another Host header',
      `GET HTTP://TRACK.example:80${link} HTTP/1.1\r\nhost: unknown.example\r\n\r\n`,
      [302],
    ],
    [
      'with an absolute URL of another scheme',
      `GET ftp://track.example${link} HTTP/1.1\r\nhost: track.example\r\n\r\n`,
      [404],
    ],
    ['with OPTIONS *', 'OPTIONS * HTTP/1.1\r\nhost: track.example\r\n\r\n', [404]],
    [
      'with a path that looks like another host',
      `GET //evil.example${link} HTTP/1.1\r\nhost: track.example\r\n\r\n`,
      [404],
    ],
    [
      'with the same Host header twice',
      `GET ${link} HTTP/1.1\r\nhost: track.example\r\nhost: track.example\r\n\r\n`,
      [302],
    ],
    [
      'with two different hosts',
      `GET ${link} HTTP/1.1\r\nhost: track.example\r\nhost: unknown.example\r\n\r\n`,
      [404],
    ],
    [
      'with two different hosts in reverse order',
      `GET ${link} HTTP/1.1\r\nHost: unknown.example\r\nhost: track.example\r\n\r\n`,
      [404],
    ],
    ['with PURGE for a campaign link', `PURGE ${link} HTTP/1.1\r\nhost: track.example\r\n\r\n`, [404]],
    ['with OPTIONS for a campaign link', `OPTIONS ${link} HTTP/1.1\r\nhost: track.example\r\n\r\n`, [204]],
    ['with OPTIONS for a landing-page click', `OPTIONS /go HTTP/1.1\r\nhost: track.example\r\n\r\n`, [204]],
    [
      'with POST for a campaign link',
      `POST ${link} HTTP/1.1\r\nhost: track.example\r\ncontent-length: 0\r\n\r\n`,
      [302],
    ],
    [
      'with DELETE for a landing-page click',
      `DELETE /go?c=${id} HTTP/1.1\r\nhost: track.example\r\n\r\n`,
      [404],
    ],
    ['with TRACE', `TRACE / HTTP/1.1\r\nhost: track.example\r\nx-secret: s\r\n\r\n`, [404]],
  ])('is answered: %s', async (_, sent, statuses) => {
    const { statuses: received } = await exchangeText(sent);
    expect(received).toEqual(statuses);
  });

  it('is answered in order if 100 requests are pipelined on one connection', async () => {
    const edge = await serve();
    const sent = Array.from({ length: 100 }, (_, at) =>
      at % 2 === 0 ? get() : writeRequest('GET', `/nothing/${at}`, host),
    );
    const answers = parseResponses(await exchange(edge.port, sent.join('')));
    expect(answers.map(({ status }) => status)).toEqual(sent.map((_, at) => (at % 2 === 0 ? 302 : 404)));
    const clickIds = answers.flatMap((answer) => findHeader(answer, 'location')?.split('cid=')[1] ?? []);
    const visitIds = clickIds.map((clickId) => edge.clickIds.decode(clickId)?.visitId);
    expect(visitIds).toEqual(edge.visits().map(({ visit_id }) => visit_id));
  });
});

describe('a malformed request', () => {
  const long = 'a'.repeat(40_000);

  it.each<[string, string]>([
    ['binary data', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
    ['the HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a missing host', `GET ${link} HTTP/1.1\r\n\r\n`],
    ['a header that is too long', get({ 'x-long': long })],
    ['too many headers', `GET ${link} HTTP/1.1\r\n${'a: b\r\n'.repeat(10_000)}\r\n`],
    ['a link that is too long', writeRequest('GET', `${link}?${long}`, host)],
    ['a carriage return in a header', `GET ${link} HTTP/1.1\r\nhost: track.example\r\nx: a\rb: c\r\n\r\n`],
    ['a folded header', `GET ${link} HTTP/1.1\r\nhost: track.example\r\nx: a\r\n b\r\n\r\n: :\r\n\r\n`],
    ['a space before the colon', `GET ${link} HTTP/1.1\r\nhost : track.example\r\n\r\n`],
    ['two content lengths', post({ 'content-length': '3', 'Content-Length': '5' }, 'abc')],
    [
      'a content length and chunks',
      post({ 'content-length': '3', 'transfer-encoding': 'chunked' }, '0\r\n\r\n'),
    ],
    ['an unknown transfer encoding', post({ 'transfer-encoding': 'chunked, gzip' }, '0\r\n\r\n')],
    ['a negative content length', post({ 'content-length': '-1' }, '')],
    ['malformed chunks', post({ 'transfer-encoding': 'chunked' }, 'zz\r\ninvalid\r\n0\r\n\r\n')],
    [
      'a chunk extension that is too long',
      post({ 'transfer-encoding': 'chunked' }, `1;${long}\r\nx\r\n0\r\n\r\n`),
    ],
    ['incomplete headers', `GET ${link} HTTP/1.1\r\nhost: track.example\r\n`],
    ['an incomplete body', post({ 'content-length': '50' }, '{"c":')],
    ['a NUL in the link', `GET ${link}\0 HTTP/1.1\r\nhost: track.example\r\n\r\n`],
  ])('gets 400 and records no visit: %s', async (_, sent) => {
    expect(await exchangeText(sent)).toEqual({ statuses: [400], visits: 0 });
  });

  it('gets no response and is disconnected if its method is CONNECT', async () => {
    expect(await exchangeText('CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example\r\n\r\n')).toEqual({
      statuses: [],
      visits: 0,
    });
  });
});
