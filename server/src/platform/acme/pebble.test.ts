import { X509Certificate } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSecureContext, createServer as createTlsServer } from 'node:tls';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { pebblePath, startPebble } from '../../testing/acme/start-pebble.ts';
import type { AcmeClient } from './acme-client.ts';
import { buildChallengeCertificate, challengeProtocol } from './challenge-certificate.ts';
import { obtainCertificate, type ChallengeType } from './obtain-certificate.ts';

const host = 'track.example.com';
let keyAuthorization: string;
let ports: { http: number; https: number };

// Answers challenges for every host.
async function startChallengeServers(): Promise<{ http: number; https: number }> {
  const web = createServer((_, response) => response.end(keyAuthorization));
  const tls = createTlsServer({
    ALPNProtocols: [challengeProtocol],
    SNICallback: (name, done) =>
      done(null, createSecureContext(buildChallengeCertificate(name, keyAuthorization, new Date()))),
  });
  onTestFinished(() => {
    web.close();
    tls.close();
  });
  for (const server of [web, tls])
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const [http = 0, https = 0] = [web, tls].map((server) => (server.address() as AddressInfo).port);
  return { http, https };
}

async function obtain(
  client: AcmeClient,
  type: ChallengeType = 'http-01',
  answer = (token: string) => `${token}.${client.key.thumbprint}`,
): Promise<void> {
  const prepare = async (token: string) => void (keyAuthorization = answer(token));
  const { chain } = await obtainCertificate(client, host, { type, prepare });
  expect(new X509Certificate(chain).checkHost(host)).toBe(host);
}

describe.skipIf(pebblePath === undefined)(
  'Pebble (runs if WAYPOST_TEST_PEBBLE is the path of the command)',
  () => {
    beforeEach(async () => {
      keyAuthorization = '';
      ports = await startChallengeServers();
    });

    it.each<[ChallengeType]>([['http-01'], ['tls-alpn-01']])(
      'issues certificates with the challenge %s, although it rejects a tenth of all nonces',
      async (type) => {
        const client = (await startPebble({ ports })).makeClient();
        for (let count = 0; count < 3; count += 1) await obtain(client, type);
      },
    );

    it('is given up if it rejects every nonce', async () => {
      const pebble = await startPebble({ ports, rejectedNoncesPercent: 100 });
      await expect(obtain(pebble.makeClient())).rejects.toThrow(/^badNonce: /);
    });

    it.each<[ChallengeType]>([['http-01'], ['tls-alpn-01']])(
      'says why the challenge %s failed, and issues a certificate for the next order',
      async (type) => {
        const client = (await startPebble({ ports })).makeClient();
        await expect(obtain(client, type, () => 'wrong')).rejects.toThrow(/^unauthorized: .*challenge/is);
        await obtain(client, type);
      },
    );

    it('is away for a while, forgets the account and the nonces, and issues a certificate afterward', async () => {
      const pebble = await startPebble({ ports });
      const client = pebble.makeClient();
      await obtain(client);
      await pebble.kill();
      await expect(obtain(client)).rejects.toThrow(/ECONNREFUSED|socket hang up|ECONNRESET/);
      await pebble.start();
      await obtain(client);
    });

    it('accepts only accounts that are bound to the external account', async () => {
      const binding = { id: 'kid-1', key: Buffer.alloc(32, 'external key').toString('base64url') };
      const pebble = await startPebble({ ports, binding });
      await expect(obtain(pebble.makeClient())).rejects.toThrow(/^externalAccountRequired/);
      const wrong = { ...binding, key: Buffer.alloc(32, 'wrong').toString('base64url') };
      await expect(obtain(pebble.makeClient(wrong))).rejects.toThrow(/^unauthorized|^malformed/);
      await obtain(pebble.makeClient(binding));
    });
  },
);
