import { X509Certificate } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createSecureContext, createServer as createTlsServer } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startAcmeServer, type AcmeServer } from '../../testing/acme/acme-server.ts';
import { deriveAccountKey } from './account-key.ts';
import { AcmeClient } from './acme-client.ts';
import { createAcmeRequest } from './acme-request.ts';
import { buildChallengeCertificate, challengeProtocol } from './challenge-certificate.ts';
import { obtainCertificate } from './obtain-certificate.ts';

const host = 'track.example.com';
const prepared: string[] = [];
let web: Server;
let acme: AcmeServer;
let answerOf: (token: string) => string;

beforeAll(async () => {
  web = createServer((request, response) => response.end(answerOf(request.url?.split('/').at(-1) ?? '')));
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void web.close());
beforeEach(async () => {
  acme = await startAcmeServer({ http: (web.address() as AddressInfo).port, https: 0 });
  prepared.length = 0;
  answerOf = (token) => `${token}.${accountKey().thumbprint}`;
});
afterEach(() => acme.close());

function accountKey() {
  return deriveAccountKey('secret', acme.directoryUrl);
}

function makeClient(account: { email?: string; binding?: { id: string; key: string } } = {}): AcmeClient {
  return new AcmeClient(
    { directoryUrl: acme.directoryUrl, email: account.email, binding: account.binding },
    accountKey(),
    createAcmeRequest(acme.authority.root),
  );
}

async function obtain(client = makeClient()) {
  return await obtainCertificate(client, host, {
    type: 'http-01',
    prepare: async (token) => void prepared.push(token),
  });
}

it('obtains a certificate that is issued for the host and its new key', async () => {
  const { chain, key, notAfter } = await obtain(makeClient({ email: 'ops@example.com' }));
  const certificates = chain.split(/(?=-----BEGIN)/).map((pem) => new X509Certificate(pem));
  expect(certificates).toHaveLength(2);
  expect(certificates[0]?.subjectAltName).toBe(`DNS:${host}`);
  expect(certificates[0]?.checkIssued(certificates[1] as X509Certificate)).toBe(true);
  expect(key).toContain('BEGIN PRIVATE KEY');
  expect(notAfter.getTime()).toBe(certificates[0]?.validToDate.getTime());
  expect(acme.accounts.map(({ contact }) => contact)).toEqual([['mailto:ops@example.com']]);
  expect(prepared).toHaveLength(1);
});

it('uses the same account and a new key for each certificate', async () => {
  const certificates = [await obtain(), await obtain()];
  expect(acme.accounts).toHaveLength(1);
  expect(certificates[0]?.key).not.toBe(certificates[1]?.key);
});

it('repeats requests with a rejected nonce', async () => {
  acme.behavior.badNonces = 3;
  await obtain();
  expect(acme.orders).toHaveLength(1);
});

it('gives up after four rejected nonces', async () => {
  acme.behavior.badNonces = 4;
  await expect(obtain()).rejects.toThrow('badNonce: Invalid anti-replay nonce');
});

it('registers again if the authority has deleted the account', async () => {
  const client = makeClient();
  await obtain(client);
  acme.forgetAccounts();
  await obtain(client);
  expect(acme.accounts).toHaveLength(1);
});

it('binds the account to an external account', async () => {
  const binding = { id: 'kid-1', key: Buffer.from('external key').toString('base64url') };
  acme.behavior.binding = binding;
  await expect(obtain()).rejects.toThrow('externalAccountRequired');
  await expect(obtain(makeClient({ binding: { ...binding, key: 'wrong' } }))).rejects.toThrow(
    'externalAccountRequired',
  );
  await obtain(makeClient({ binding }));
});

it('reports a rate limit with the words of the authority and the time to wait', async () => {
  acme.behavior.orderProblem = {
    status: 429,
    type: 'rateLimited',
    detail: 'too many certificates already issued for "example.com"',
    retryAfter: '7200',
  };
  await expect(obtain()).rejects.toMatchObject({
    type: 'rateLimited',
    retryAfterMs: 7_200_000,
    message: 'rateLimited: too many certificates already issued for "example.com"',
  });
});

it('reports why the authority rejected a challenge', async () => {
  answerOf = () => 'something else';
  await expect(obtain()).rejects.toThrow(`unauthorized: ${host}: the response is 200 something else`);
});

it('fails if the authority is away', async () => {
  acme.behavior.isAway = true;
  await expect(obtain()).rejects.toThrow(/socket|ECONNRESET/);
});

it('does not trust authorities other than the given one', async () => {
  const client = new AcmeClient(
    { directoryUrl: acme.directoryUrl, email: undefined, binding: undefined },
    accountKey(),
    createAcmeRequest(undefined),
  );
  await expect(obtain(client)).rejects.toThrow(/certificate/);
});

it('knows how much the clocks differ', async () => {
  const client = makeClient();
  acme.behavior.date = () => new Date(Date.now() + 86_400_000);
  await obtain(client);
  expect(Math.round(client.clockOffsetMs / 3_600_000)).toBe(24);
});

it.each([
  ['has expired', -2, -1],
  ['is not valid yet', 1, 2],
])(
  'says that the clock is wrong if the certificate of the authority’s server %s',
  async (problem, from, to) => {
    const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000);
    const validity = { notBefore: dayFromNow(from), notAfter: dayFromNow(to) };
    const server = createHttpsServer(acme.authority.issueWithKey('localhost', validity));
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    const { port } = server.address() as AddressInfo;
    const request = createAcmeRequest(acme.authority.root);
    await expect(request(`https://localhost:${port}/directory`, { method: 'GET' })).rejects.toThrow(
      `The certificate of localhost ${problem} at `,
    );
    server.close();
  },
);

it('answers TLS-ALPN challenges with a self-signed certificate', async () => {
  let keyAuthorization = '';
  const server = createTlsServer({
    ALPNProtocols: [challengeProtocol],
    SNICallback: (name, done) =>
      done(null, createSecureContext(buildChallengeCertificate(name, keyAuthorization, new Date()))),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  acme.ports.https = (server.address() as AddressInfo).port;
  const client = makeClient();
  await obtainCertificate(client, host, {
    type: 'tls-alpn-01',
    prepare: async (token) => void (keyAuthorization = `${token}.${client.key.thumbprint}`),
  });
  server.close();
});
