import { describe, expect, it } from 'vitest';
import { makeCampaignDocument } from '../testing/edge/campaign-document.ts';
import { makeEdgeServer } from '../testing/edge/edge-server.ts';
import { exchange, headerOf, readAnswers, writeRequest } from '../testing/http/raw-http.ts';

const document = makeCampaignDocument();
const { id } = document.campaign;
const link = `/c/${id}`;
const host = { host: 'track.example' };
const serve = () => makeEdgeServer({ documents: [document], ownHosts: ['track.example'] });

/** What all answers to a text are, and how many visits were kept. */
async function ask(sent: string) {
  const edge = await serve();
  const statuses = readAnswers(await exchange(edge.port, sent)).map(({ status }) => status);
  expect(edge.failures).toEqual([]);
  return { statuses, visits: edge.visits().length };
}

const get = (headers: Record<string, string> = {}) => writeRequest('GET', link, { ...host, ...headers });
const post = (headers: Record<string, string>, body: string) =>
  writeRequest('POST', '/v', { ...host, ...headers }, body);
const report = JSON.stringify({ c: id });
const length = { 'content-length': String(report.length) };

describe('a request that is odd but sound', () => {
  it.each<[string, string, number[]]>([
    ['of HTTP 1.0', `GET ${link} HTTP/1.0\r\nhost: track.example\r\n\r\n`, [302]],
    ['of HTTP 1.0 without a host', `GET ${link} HTTP/1.0\r\n\r\n`, [404]],
    ['with a body where none belongs', get({ 'content-length': '5' }) + 'hello', [302]],
    [
      'with a body in chunks where none belongs',
      get({ 'transfer-encoding': 'chunked' }) + '1\r\nx\r\n0\r\n\r\n',
      [302],
    ],
    ['that asks to change the protocol', get({ connection: 'upgrade', upgrade: 'websocket' }), [302]],
    [
      'that asks for HTTP/2',
      get({ connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' }),
      [302],
    ],
    ['that waits to be told to go on', post({ ...length, expect: '100-continue' }, report), [100, 200]],
    ['that waits before a visit', get({ 'content-length': '1', expect: '100-continue' }) + 'x', [100, 302]],
    ['that expects something else', post({ ...length, expect: 'a miracle' }, report), [417]],
    [
      'with the whole address of the link',
      `GET http://track.example${link}?a=b HTTP/1.1\r\nhost: track.example\r\n\r\n`,
      [302],
    ],
    [
      'with the whole address, by the host in it',
      `GET http://strange.example${link} HTTP/1.1\r\nhost: track.example\r\n\r\n`,
      [404],
    ],
    [
      'with the whole address, whatever the header',
      `GET HTTP://TRACK.example:80${link} HTTP/1.1\r\nhost: strange.example\r\n\r\n`,
      [302],
    ],
    [
      'with the whole address of another protocol',
      `GET ftp://track.example${link} HTTP/1.1\r\nhost: track.example\r\n\r\n`,
      [404],
    ],
    ['of all of the server', 'OPTIONS * HTTP/1.1\r\nhost: track.example\r\n\r\n', [404]],
    [
      'of what looks like another host',
      `GET //evil.example${link} HTTP/1.1\r\nhost: track.example\r\n\r\n`,
      [404],
    ],
    [
      'with the same host twice',
      `GET ${link} HTTP/1.1\r\nhost: track.example\r\nhost: track.example\r\n\r\n`,
      [302],
    ],
    ['with two hosts', `GET ${link} HTTP/1.1\r\nhost: track.example\r\nhost: strange.example\r\n\r\n`, [404]],
    [
      'with two hosts, the other way',
      `GET ${link} HTTP/1.1\r\nHost: strange.example\r\nhost: track.example\r\n\r\n`,
      [404],
    ],
    [
      'of a method that browsers do not visit with',
      `PURGE ${link} HTTP/1.1\r\nhost: track.example\r\n\r\n`,
      [404],
    ],
    [
      'of a method that only asks what may be asked',
      `OPTIONS ${link} HTTP/1.1\r\nhost: track.example\r\n\r\n`,
      [204],
    ],
    ['of that method for a click', `OPTIONS /go HTTP/1.1\r\nhost: track.example\r\n\r\n`, [204]],
    [
      'of a form that posts',
      `POST ${link} HTTP/1.1\r\nhost: track.example\r\ncontent-length: 0\r\n\r\n`,
      [302],
    ],
    [
      'of a method that browsers do not click with',
      `DELETE /go?c=${id} HTTP/1.1\r\nhost: track.example\r\n\r\n`,
      [404],
    ],
    ['of a trace', `TRACE / HTTP/1.1\r\nhost: track.example\r\nx-secret: s\r\n\r\n`, [404]],
  ])('is answered: %s', async (_, sent, statuses) => {
    const answered = await ask(sent);
    expect(answered.statuses).toEqual(statuses);
  });

  it('comes with 99 others on one connection, and each gets its own answer in turn', async () => {
    const edge = await serve();
    const sent = Array.from({ length: 100 }, (_, at) =>
      at % 2 === 0 ? get() : writeRequest('GET', `/nothing/${at}`, host),
    );
    const answers = readAnswers(await exchange(edge.port, sent.join('')));
    expect(answers.map(({ status }) => status)).toEqual(sent.map((_, at) => (at % 2 === 0 ? 302 : 404)));
    const clickIds = answers.flatMap((answer) => headerOf(answer, 'location')?.split('cid=')[1] ?? []);
    const visitIds = clickIds.map((clickId) => edge.clickIds.decode(clickId)?.visitId);
    expect(visitIds).toEqual(edge.visits().map(({ visit_id }) => visit_id));
  });
});

describe('what is no request', () => {
  const long = 'a'.repeat(40_000);

  it.each<[string, string]>([
    ['noise', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
    ['the beginning of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['no host', `GET ${link} HTTP/1.1\r\n\r\n`],
    ['a header that is too long', get({ 'x-long': long })],
    ['too many headers', `GET ${link} HTTP/1.1\r\n${'a: b\r\n'.repeat(10_000)}\r\n`],
    ['a link that is too long', writeRequest('GET', `${link}?${long}`, host)],
    ['a break within a header', `GET ${link} HTTP/1.1\r\nhost: track.example\r\nx: a\rb: c\r\n\r\n`],
    [
      'a header over two lines',
      `GET ${link} HTTP/1.1\r\nhost: track.example\r\nx: a\r\n b\r\n\r\n: :\r\n\r\n`,
    ],
    ['a space before the colon', `GET ${link} HTTP/1.1\r\nhost : track.example\r\n\r\n`],
    ['two lengths', post({ 'content-length': '3', 'Content-Length': '5' }, 'abc')],
    ['a length and chunks', post({ 'content-length': '3', 'transfer-encoding': 'chunked' }, '0\r\n\r\n')],
    ['an unknown encoding', post({ 'transfer-encoding': 'chunked, gzip' }, '0\r\n\r\n')],
    ['a length below nothing', post({ 'content-length': '-1' }, '')],
    ['chunks of rubbish', post({ 'transfer-encoding': 'chunked' }, 'zz\r\nrubbish\r\n0\r\n\r\n')],
    ['a chunk with endless remarks', post({ 'transfer-encoding': 'chunked' }, `1;${long}\r\nx\r\n0\r\n\r\n`)],
    ['a head without an end', `GET ${link} HTTP/1.1\r\nhost: track.example\r\n`],
    ['a body without an end', post({ 'content-length': '50' }, '{"c":')],
    ['a NUL in the link', `GET ${link}\0 HTTP/1.1\r\nhost: track.example\r\n\r\n`],
  ])('gets nothing but 400, and nothing is kept: %s', async (_, sent) => {
    expect(await ask(sent)).toEqual({ statuses: [400], visits: 0 });
  });

  it('a wish to be connected to somebody else is cut off without a word', async () => {
    expect(await ask('CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example\r\n\r\n')).toEqual({
      statuses: [],
      visits: 0,
    });
  });
});
