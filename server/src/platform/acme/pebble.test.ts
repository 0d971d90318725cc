import { X509Certificate } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSecureContext, createServer as createTlsServer } from 'node:tls';
import { expect, it, onTestFinished } from 'vitest';
import { pebblePath, startPebble } from '../../testing/acme/start-pebble.ts';
import { buildChallengeCertificate, challengeProtocol } from './challenge-certificate.ts';
import { obtainCertificate, type ChallengeType } from './obtain-certificate.ts';

const host = 'track.example.com';

it.skipIf(pebblePath === undefined).each<[ChallengeType]>([['http-01'], ['tls-alpn-01']])(
  'Pebble issues a certificate with the challenge %s (runs if WAYPOST_TEST_PEBBLE is the path of the command)',
  async (type) => {
    let keyAuthorization = '';
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
    const client = await startPebble({ http, https });
    for (let count = 0; count < 3; count += 1) {
      const { chain } = await obtainCertificate(client, host, {
        type,
        prepare: async (token) => void (keyAuthorization = `${token}.${client.key.thumbprint}`),
      });
      expect(new X509Certificate(chain).checkHost(host)).toBe(host);
    }
  },
);
