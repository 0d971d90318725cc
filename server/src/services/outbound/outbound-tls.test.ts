import { execFile } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatResponse, startRawServer, type RawServer } from '../../testing/http/raw-server.ts';
import { makeCertificate, type Certificate } from '../../testing/outbound/make-certificate.ts';
import { summarizeResult, makeTestClient } from '../../testing/outbound/outbound.ts';
import type { OutboundClient, OutboundClientOptions } from './create-outbound-client.ts';

const authority = makeCertificate({ isAuthority: true });
const { signer } = authority;
const good = makeCertificate({ hosts: ['pay.example.com', '127.0.0.1'], signer });
const opened: (RawServer | OutboundClient)[] = [];

async function startServer(certificate: Certificate | undefined): Promise<RawServer> {
  const server = await startRawServer({
    onRequest: (socket) => socket.write(formatResponse(200)),
    ...(certificate === undefined ? {} : { certificate }),
  });
  opened.push(server);
  return server;
}

async function call(server: RawServer, host: string, options: Partial<OutboundClientOptions> = {}) {
  const client = makeTestClient([server.port], { certificateAuthorities: [authority.cert], ...options });
  opened.push(client);
  const url = `https://${host}:${server.port}/`;
  return summarizeResult(await client.send({ url, method: 'GET', partition: 'w1' }));
}

afterAll(() => {
  for (const one of opened) one.close();
});

describe('the outbound client over TLS', () => {
  it('calls a receiver with a valid certificate, by name and by address', async () => {
    const server = await startServer(good);
    expect(await call(server, 'pay.example.com')).toBe(200);
    expect(await call(server, 'pay.example.com.')).toBe(200);
    expect(await call(server, '127.0.0.1')).toBe(200);
    expect(server.requests.map((request) => /host: (.*):/.exec(request)?.[1])).toEqual([
      'pay.example.com',
      'pay.example.com.',
      '127.0.0.1',
    ]);
  });

  it('reuses connections', async () => {
    const server = await startServer(good);
    const client = makeTestClient([server.port], { certificateAuthorities: [authority.cert] });
    opened.push(client);
    const url = `https://pay.example.com:${server.port}/`;
    for (const partition of ['w1', 'w1', 'w2', 'w1'])
      expect(summarizeResult(await client.send({ url, method: 'POST', body: 'a', partition }))).toBe(200);
    expect(server.connections()).toBe(2);
  });

  it.each<[string, Certificate | undefined, string]>([
    ['for a different name', good, 'other.example.com'],
    ['for a different address', good, '127.0.0.2'],
    [
      'that has expired',
      makeCertificate({ hosts: ['pay.example.com'], signer, validUntil: new Date('2024-01-01') }),
      'pay.example.com',
    ],
    [
      'that is not valid yet',
      makeCertificate({ hosts: ['pay.example.com'], signer, validFrom: new Date('2100-01-01') }),
      'pay.example.com',
    ],
    ['that is self-signed', makeCertificate({ hosts: ['pay.example.com'] }), 'pay.example.com'],
    [
      'from an unknown authority',
      makeCertificate({ hosts: ['pay.example.com'], signer: makeCertificate({ isAuthority: true }).signer }),
      'pay.example.com',
    ],
    [
      'from a signer that is not an authority',
      makeCertificate({ hosts: ['pay.example.com'], signer: good.signer }),
      'pay.example.com',
    ],
    ['that is missing, because the server speaks plain text', undefined, 'pay.example.com'],
  ])('sends nothing to a receiver with a certificate %s', async (_, certificate, host) => {
    const server = await startRawServer({
      ...(certificate === undefined ? {} : { certificate }),
      address: host === '127.0.0.2' ? host : '127.0.0.1',
      onConnection: (socket) => certificate ?? socket.write(formatResponse(200)),
    });
    opened.push(server);
    expect(await call(server, host)).toBe('tls');
    expect(server.connections()).toBe(1);
    expect(server.requests.filter((request) => request.includes('HTTP/'))).toEqual([]);
  });

  it('fails when the handshake is reset, and times out when it is not answered', async () => {
    const resetting = await startRawServer({ onConnection: (socket) => socket.resetAndDestroy() });
    const silent = await startRawServer();
    opened.push(resetting, silent);
    expect(['tls', 'connect']).toContain(await call(resetting, 'pay.example.com'));
    expect(await call(silent, 'pay.example.com', { limits: { connectMs: 100 } })).toBe('connect_timeout');
  });

  it('does not trust a certificate authority that is not configured', async () => {
    const server = await startServer(good);
    const client = makeTestClient([server.port]);
    opened.push(client);
    const result = await client.send({
      url: `https://pay.example.com:${server.port}/`,
      method: 'GET',
      partition: 'w1',
    });
    expect(summarizeResult(result)).toBe('tls');
  });
});

describe('the process environment', () => {
  let proxy: RawServer;
  beforeAll(async () => {
    proxy = await startRawServer({ onRequest: (socket) => socket.write(formatResponse(299)) });
    opened.push(proxy);
  });

  it('cannot set a proxy or disable certificate checks', async () => {
    const server = await startServer(good);
    const insecure = await startServer(undefined);
    const program = `
      import { summarizeResult, makeTestClient } from './src/testing/outbound/outbound.ts';
      const client = makeTestClient([${server.port}, ${insecure.port}]);
      for (const url of ['https://pay.example.com:${server.port}/', 'http://pay.example.com:${insecure.port}/'])
        console.log(summarizeResult(await client.send({ url, method: 'GET', partition: 'w1' })));
      client.close();
    `;
    const address = `http://127.0.0.1:${proxy.port}`;
    const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'];
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module-typescript', '-e', program],
      {
        cwd: join(import.meta.dirname, '..', '..', '..'),
        env: {
          ...Object.fromEntries(names.map((name) => [name, address])),
          NODE_USE_ENV_PROXY: '1',
          NODE_TLS_REJECT_UNAUTHORIZED: '0',
          NODE_NO_WARNINGS: '1',
        },
      },
    );
    expect(stdout).toBe('tls\n200\n');
    expect(proxy.connections()).toBe(0);
    // Shows that the proxy does count connections.
    await new Promise<void>((resolve) => connect(proxy.port, '127.0.0.1', resolve).unref());
    await expect.poll(() => proxy.connections()).toBe(1);
  });
});
