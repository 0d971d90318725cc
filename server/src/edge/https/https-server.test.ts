import { createServer, request as sendHttp, type IncomingMessage } from 'node:http';
import { connect as connectHttp2, type IncomingHttpHeaders } from 'node:http2';
import { request as sendHttps, type RequestOptions } from 'node:https';
import { connect as connectTcp, type AddressInfo, type Server } from 'node:net';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { deriveAccountKey } from '../../platform/acme/account-key.ts';
import { createSecretBox } from '../../platform/secret-box.ts';
import { checkChallenge } from '../../testing/acme/check-challenge.ts';
import { createTestAuthority } from '../../testing/acme/test-authority.ts';
import { makeCampaignDocument } from '../../testing/edge/campaign-document.ts';
import { makeEdgeServer, type EdgeServer } from '../../testing/edge/edge-server.ts';
import { buildHttpsServer, type HttpsLimits, type HttpsServer } from './https-server.ts';
import { proxyPanel } from './panel-proxy.ts';
import { ServedCertificates } from './served-certificates.ts';

const panelHost = 'tracker.example.com';
const trackingHost = 'track.example.com';
const authority = createTestAuthority();
const box = createSecretBox('secret', 'certificate keys');
const { thumbprint } = deriveAccountKey('secret', 'https://ca.example.com');
const document = makeCampaignDocument();
const link = `/c/${document.campaign.id}`;

let edge: EdgeServer;
let certificates: ServedCertificates;
let https: HttpsServer;
let missing: string[];
let apiRequests: { url: string; headers: IncomingMessage['headers']; body: string }[];

function seal(host: string, validity?: { notBefore: Date; notAfter: Date }) {
  const { cert, key } = authority.issueWithKey(host, validity);
  return { host, version: 1, chain: cert, sealedKey: box.seal(Buffer.from(key), host) };
}

function addCertificates(...hosts: string[]): void {
  certificates.apply({ changed: hosts.map((host) => seal(host)), removed: [], challenges: [] });
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function start(limits: Partial<HttpsLimits> = {}): Promise<void> {
  const api = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      apiRequests.push({ url: request.url ?? '', headers: request.headers, body });
      response.writeHead(200, ['set-cookie', 'a=1', 'set-cookie', 'b=2', 'content-type', 'text/plain']);
      response.end(`api ${request.method}`);
    });
  });
  const apiPort = await listen(api);
  edge = await makeEdgeServer({
    documents: [document],
    ownHosts: [trackingHost],
    https: { thumbprint, panel: { host: panelHost, origin: `https://${panelHost}` } },
  });
  certificates = new ServedCertificates(box, thumbprint);
  const served = new Set([panelHost, trackingHost, 'new.example.com']);
  https = buildHttpsServer({
    edge,
    certificates,
    isServed: (host) => served.has(host),
    onMissing: (host) => missing.push(host),
    panel: {
      host: panelHost,
      handle: proxyPanel({
        host: panelHost,
        target: { host: '127.0.0.1', port: apiPort },
        readAddress: (request) => edge.parts.readOrigin(request).address,
      }),
    },
    limits,
  });
  await Promise.all([listen(https.secure), listen(https.plain)]);
  onTestFinished(async () => {
    api.close();
    await https.drain();
    await Promise.all([edge.drain(), https.close()]);
  });
}

beforeEach(async () => {
  missing = [];
  apiRequests = [];
  await start();
  addCertificates(panelHost, trackingHost);
});

const securePort = () => (https.secure.address() as AddressInfo).port;
const plainPort = () => (https.plain.address() as AddressInfo).port;

type Answer = { status: number; headers: IncomingMessage['headers']; body: string };

function readAnswer(response: IncomingMessage, resolve: (answer: Answer) => void): void {
  let body = '';
  response.setEncoding('utf8').on('data', (part: string) => (body += part));
  response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
}

function get(host: string, path: string, options: RequestOptions & { body?: string } = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { body, ...others } = options;
    const request = sendHttps(
      {
        host: '127.0.0.1',
        port: securePort(),
        servername: host,
        path,
        ca: authority.root,
        agent: false,
        headers: { host },
        ...others,
      },
      (response) => readAnswer(response, resolve),
    );
    request.once('error', reject).end(body);
  });
}

function getPlain(host: string, path: string, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = sendHttp(
      { host: '127.0.0.1', port: plainPort(), path, method, headers: { host }, agent: false },
      (response) => readAnswer(response, resolve),
    );
    request.once('error', reject).end();
  });
}

function handshake(options: ConnectionOptions): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: securePort(), ca: authority.root, ...options });
    onTestFinished(() => void socket.destroy());
    socket.once('secureConnect', () => resolve(socket)).once('error', reject);
    socket.once('close', () => reject(new Error('closed')));
  });
}

describe('visitors over HTTPS', () => {
  it('are redirected by the fast path, and recorded as HTTPS', async () => {
    const answer = await get(trackingHost, link);
    expect(answer.status).toBe(302);
    expect(String(answer.headers['set-cookie'])).toContain('Secure');
    expect(edge.visits()).toHaveLength(1);
  });

  it('can keep the connection for several requests, also for those that Node reads', async () => {
    const socket = await handshake({ servername: trackingHost });
    let text = '';
    socket.setEncoding('utf8').on('data', (part: string) => (text += part));
    const send = async (head: string, count: number) => {
      socket.write(`${head}\r\nhost: ${trackingHost}\r\n`);
      if (head.startsWith('POST')) socket.write('content-length: 2\r\n\r\n{}');
      else socket.write('\r\n');
      await expect.poll(() => text.split('HTTP/1.1 ').length - 1).toBe(count);
    };
    await send(`GET ${link} HTTP/1.1`, 1);
    await send(`GET ${link} HTTP/1.1`, 2);
    await send('POST /v HTTP/1.1', 3);
    await send(`GET ${link} HTTP/1.1`, 4);
    expect(text.match(/HTTP\/1\.1 302/g)).toHaveLength(3);
  });

  it('are served with an expired certificate while there is no newer one', async () => {
    const [notBefore, notAfter] = [new Date(Date.now() - 7_200_000), new Date(Date.now() - 3_600_000)];
    certificates.apply({
      changed: [seal(trackingHost, { notBefore, notAfter })],
      removed: [],
      challenges: [],
    });
    await expect(get(trackingHost, link)).rejects.toThrow('certificate has expired');
    expect((await get(trackingHost, link, { rejectUnauthorized: false })).status).toBe(302);
  });

  it('get a renewed certificate without a restart', async () => {
    const before = (await handshake({ servername: trackingHost })).getPeerCertificate().serialNumber;
    addCertificates(trackingHost);
    expect((await handshake({ servername: trackingHost })).getPeerCertificate().serialNumber).not.toBe(
      before,
    );
  });
});

describe('TLS', () => {
  it.each([
    ['TLSv1.3', undefined],
    ['TLSv1.2', 'ECDHE-ECDSA-AES128-GCM-SHA256'],
    ['TLSv1.2', 'ECDHE-ECDSA-AES256-GCM-SHA384'],
    ['TLSv1.2', 'ECDHE-ECDSA-CHACHA20-POLY1305'],
  ] as const)('accepts %s with %s', async (version, ciphers) => {
    const options = {
      minVersion: version,
      maxVersion: version,
      ...(ciphers === undefined ? {} : { ciphers }),
    };
    const socket = await handshake({ servername: trackingHost, ...options });
    expect(socket.getProtocol()).toBe(version);
    if (ciphers !== undefined) expect(socket.getCipher().name).toBe(ciphers);
  });

  it.each([
    ['TLSv1', 'ECDHE-ECDSA-AES128-SHA'],
    ['TLSv1.1', 'ECDHE-ECDSA-AES128-SHA'],
    ['TLSv1.2', 'ECDHE-ECDSA-AES128-SHA'],
    ['TLSv1.2', 'ECDHE-ECDSA-AES128-SHA256'],
    ['TLSv1.2', 'AES128-GCM-SHA256'],
  ] as const)('rejects %s with %s', async (version, ciphers) => {
    const options = { minVersion: version, maxVersion: version, ciphers: `${ciphers}:@SECLEVEL=0` } as const;
    await expect(handshake({ servername: trackingHost, ...options })).rejects.toThrow();
  });

  it('rejects unknown names and clients that send none, without asking for a certificate', async () => {
    for (const servername of ['stranger.example.com', 'track.example.com.evil.example', ''])
      await expect(handshake({ servername })).rejects.toThrow();
    expect(missing).toEqual([]);
  });

  it('lets the first visitor of a host wait for its certificate', async () => {
    const waiting = get('new.example.com', '/healthz');
    await expect.poll(() => missing).toEqual(['new.example.com']);
    addCertificates('new.example.com');
    expect((await waiting).status).toBe(200);
  });

  it('rejects a visitor if the certificate does not arrive in time', async () => {
    await start({ certificateWaitMs: 50 });
    await expect(get('new.example.com', '/')).rejects.toThrow();
  });

  it('treats a certificate that was sealed with a different secret as missing', async () => {
    await start({ certificateWaitMs: 50 });
    const foreign = createSecretBox('other', 'certificate keys').seal(Buffer.from('key'), trackingHost);
    certificates.apply({
      changed: [{ ...seal(trackingHost), sealedKey: foreign }],
      removed: [],
      challenges: [],
    });
    await expect(get(trackingHost, '/')).rejects.toThrow();
    expect(missing).toEqual([trackingHost]);
  });

  it('counts handshakes by result', async () => {
    await start({ certificateWaitMs: 50, handshakesPerAddressMax: 2 });
    addCertificates(trackingHost);
    const expectCounts = async (counts: Partial<typeof https.handshakes>) =>
      await expect.poll(() => https.handshakes).toMatchObject(counts);
    const first = await handshake({ servername: trackingHost });
    const answered = new Promise((resolve) => first.once('data', resolve));
    first.write(`GET / HTTP/1.1\r\nhost: ${trackingHost}\r\n\r\n`);
    await answered;
    const session = first.getSession();
    await handshake({ servername: trackingHost, ...(session === undefined ? {} : { session }) });
    await expectCounts({ full: 1, resumed: 1 });
    await expect(handshake({ servername: 'stranger.example.com' })).rejects.toThrow();
    await expectCounts({ unknown_host: 1 });
    await expect(handshake({ servername: 'new.example.com' })).rejects.toThrow();
    await expectCounts({ no_certificate: 1, refused: 0, failed: 0 });
    connectTcp(securePort(), '127.0.0.1').end('not a handshake');
    await expectCounts({ failed: 1 });
    const sockets = Array.from({ length: 3 }, () => connectTcp(securePort(), '127.0.0.1'));
    await expectCounts({ full: 1, resumed: 1, unknown_host: 1, no_certificate: 1, refused: 1, failed: 1 });
    for (const socket of sockets) socket.destroy();
    expect(certificates.firstExpiryMs).toBeGreaterThan(Date.now());
  });

  it('closes connections that do not complete the handshake in time', async () => {
    await start({ handshakeTimeoutMs: 100 });
    const socket = connectTcp(securePort(), '127.0.0.1');
    await new Promise((resolve) => socket.resume().once('close', resolve));
  });

  it('limits unfinished handshakes of one address, and forgets those that end', async () => {
    await start({ handshakesPerAddressMax: 3 });
    addCertificates(trackingHost);
    const open = () => {
      const socket = connectTcp(securePort(), '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      return new Promise<typeof socket>((resolve) => socket.once('connect', () => resolve(socket)));
    };
    const sockets = [await open(), await open(), await open()];
    await expect(handshake({ servername: trackingHost })).rejects.toThrow();
    for (const socket of sockets) socket.destroy();
    const connections = () =>
      new Promise((resolve) => https.secure.getConnections((_, count) => resolve(count)));
    await expect.poll(connections).toBe(0);
    // Completed handshakes do not count.
    for (let count = 0; count < 5; count += 1) await handshake({ servername: trackingHost });
  });
});

describe('the panel over HTTPS', () => {
  it('is served with HTTP/1.1, and the API learns the address of the visitor', async () => {
    const headers = {
      host: panelHost,
      'x-forwarded-host': 'evil.example',
      connection: 'keep-alive',
      cookie: 's=1',
    };
    const answer = await get(panelHost, '/api/v1/x?y=%2F', { method: 'POST', headers, body: '{"a":1}' });
    expect(answer).toMatchObject({ status: 200, body: 'api POST' });
    expect(answer.headers['set-cookie']).toEqual(['a=1', 'b=2']);
    expect(apiRequests).toMatchObject([
      {
        url: '/api/v1/x?y=%2F',
        body: '{"a":1}',
        headers: {
          host: panelHost,
          'x-forwarded-for': '127.0.0.1',
          'x-forwarded-proto': 'https',
          cookie: 's=1',
        },
      },
    ]);
    expect(apiRequests[0]?.headers['x-forwarded-host']).toBeUndefined();
  });

  it('is served with HTTP/2', async () => {
    const session = connectHttp2(`https://${panelHost}`, {
      createConnection: () =>
        connect({
          host: '127.0.0.1',
          port: securePort(),
          servername: panelHost,
          ca: authority.root,
          ALPNProtocols: ['h2'],
        }),
    });
    const send = (path: string, method: string, body?: string) =>
      new Promise<{ headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
        const stream = session.request({ ':path': path, ':method': method });
        let headers: IncomingHttpHeaders = {};
        let text = '';
        stream.on('response', (received) => (headers = received));
        stream.setEncoding('utf8').on('data', (part: string) => (text += part));
        stream.on('end', () => resolve({ headers, text })).on('error', reject);
        stream.end(body);
      });
    const answers = await Promise.all([send('/a', 'GET'), send('/b', 'POST', 'body'), send('/c', 'DELETE')]);
    expect(answers.map(({ text }) => text)).toEqual(['api GET', 'api POST', 'api DELETE']);
    expect(answers[0]?.headers).toMatchObject({ ':status': 200, 'set-cookie': ['a=1', 'b=2'] });
    expect(apiRequests.find(({ url }) => url === '/b')).toMatchObject({
      body: 'body',
      headers: { host: panelHost, 'x-forwarded-proto': 'https' },
    });
    // Open sessions do not delay a stop.
    await https.drain();
    await expect.poll(() => session.closed).toBe(true);
  });

  it('does not answer for other hosts', async () => {
    expect((await get(panelHost, '/', { headers: { host: trackingHost } })).status).toBe(421);
    expect((await get(trackingHost, '/', { headers: { host: panelHost } })).status).toBe(404);
    expect(apiRequests).toEqual([]);
  });
});

describe('plain HTTP', () => {
  it('answers challenges for served hosts only', async () => {
    const expected = { token: 'a-token_1', keyAuthorization: `a-token_1.${thumbprint}` };
    const ports = { http: plainPort(), https: securePort() };
    expect(await checkChallenge('http-01', trackingHost, expected, ports)).toBeUndefined();
    expect(await checkChallenge('http-01', panelHost, expected, ports)).toBeUndefined();
    expect((await getPlain('stranger.example.com', '/.well-known/acme-challenge/a-token_1')).status).toBe(
      404,
    );
    expect((await getPlain(trackingHost, '/.well-known/acme-challenge/%3C%3E')).status).toBe(404);
  });

  it('redirects the panel to HTTPS, and keeps campaign links working', async () => {
    const redirected = await getPlain(panelHost, '/campaigns?x=1', 'POST');
    expect([redirected.status, redirected.headers.location]).toEqual([
      308,
      `https://${panelHost}/campaigns?x=1`,
    ]);
    const visited = await getPlain(trackingHost, link);
    expect(visited.status).toBe(302);
    expect(String(visited.headers['set-cookie'])).not.toContain('Secure');
  });
});

describe('TLS-ALPN challenges', () => {
  const ports = () => ({ http: plainPort(), https: securePort() });
  const expected = { token: 'token', keyAuthorization: `token.${thumbprint}` };

  it('are answered while they are open, and visitors still get the certificate', async () => {
    const check = () => checkChallenge('tls-alpn-01', trackingHost, expected, ports());
    expect(await check()).toBeDefined();
    certificates.apply({ changed: [], removed: [], challenges: [{ host: trackingHost, token: 'token' }] });
    expect(await check()).toBeUndefined();
    expect((await get(trackingHost, link)).status).toBe(302);
    expect(await checkChallenge('tls-alpn-01', panelHost, expected, ports())).toBeDefined();
    certificates.apply({ changed: [], removed: [], challenges: [{ host: trackingHost, token: 'other' }] });
    expect(await check()).toBe('the certificate has a wrong digest');
  });
});

it('a handshake that is in progress when the server stops is completed, and its request is answered', async () => {
  const raw = connectTcp(securePort(), '127.0.0.1');
  await new Promise((resolve) => raw.once('connect', resolve));
  const connections = () =>
    new Promise((resolve) => https.secure.getConnections((_, count) => resolve(count)));
  await expect.poll(connections).toBe(1);
  const drained = https.drain();
  const socket = connect({ socket: raw, servername: trackingHost, ca: authority.root });
  await new Promise((resolve) => socket.once('secureConnect', resolve));
  await drained;
  const stopped = edge.drain();
  socket.write(`GET ${link} HTTP/1.1\r\nhost: ${trackingHost}\r\n\r\n`);
  const answer = await new Promise<string>((resolve) =>
    socket.once('data', (data) => resolve(data.toString())),
  );
  expect(answer).toContain('HTTP/1.1 302');
  expect(answer.toLowerCase()).toContain('connection: close');
  await stopped;
});

it('idle connections are closed once more than half of the allowed connections are open', async () => {
  await start({ connectionsMax: 4, checkEveryMs: 20 });
  addCertificates(trackingHost);
  const first = await handshake({ servername: trackingHost });
  const closed = new Promise((resolve) => first.resume().once('close', resolve));
  for (let count = 0; count < 2; count += 1) await handshake({ servername: trackingHost });
  await closed;
  expect((await get(trackingHost, link)).status).toBe(302);
});
