import { spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createSecureContext, createServer as createTlsServer } from 'node:tls';
import { expect, it, onTestFinished } from 'vitest';
import { createTestAuthority } from '../../testing/acme/test-authority.ts';
import { findFreePort } from '../free-port.ts';
import { reply, startNameServer } from '../../testing/name-server.ts';
import { makeTemporaryDirectory } from '../../testing/temporary-directory.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { deriveAccountKey } from './account-key.ts';
import { AcmeClient } from './acme-client.ts';
import { createAcmeRequest } from './acme-request.ts';
import { buildChallengeCertificate, challengeProtocol } from './challenge-certificate.ts';
import { obtainCertificate, type ChallengeType } from './obtain-certificate.ts';

const pebble = process.env['WAYPOST_TEST_PEBBLE'];
const loopbackRecord = Buffer.from('c00c000100010000003c00047f000001', 'hex');
const host = 'track.example.com';

// Starts Pebble, the test server of Let's Encrypt. It rejects a part of all nonces, and connects to the given ports.
async function startPebble(command: string, ports: { http: number; https: number }) {
  const authority = createTestAuthority();
  const directory = makeTemporaryDirectory();
  const { cert, key } = authority.issueWithKey('localhost');
  const files = { certificate: join(directory, 'cert.pem'), privateKey: join(directory, 'key.pem') };
  writeFileSync(files.certificate, cert);
  writeFileSync(files.privateKey, key);
  const [port, managementPort] = [await findFreePort('127.0.0.1'), await findFreePort('127.0.0.1')];
  const config = join(directory, 'pebble.json');
  const settings = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${managementPort}`,
    ...files,
    httpPort: ports.http,
    tlsPort: ports.https,
    externalAccountBindingRequired: false,
  };
  writeFileSync(config, JSON.stringify({ pebble: settings }));
  const isAddressQuery = (query: Buffer) => query.readUInt16BE(query.indexOf(0, 12) + 1) === 1;
  const names = await startNameServer((query) =>
    reply(query, 0, isAddressQuery(query) ? [loopbackRecord] : []),
  );
  const child = spawn(command, ['-config', config, '-dnsserver', names.address], {
    env: { ...process.env, PEBBLE_VA_NOSLEEP: '1' },
    stdio: 'ignore',
  });
  onTestFinished(() => {
    child.kill();
    names.close();
  });
  const request = createAcmeRequest(authority.root);
  const directoryUrl = `https://localhost:${port}/dir`;
  await waitUntil(
    async () => (await request(directoryUrl, { method: 'GET' }).catch(() => undefined))?.status === 200,
  );
  const accountKey = deriveAccountKey('secret', directoryUrl);
  return new AcmeClient({ directoryUrl, email: 'ops@example.com', binding: undefined }, accountKey, request);
}

it.skipIf(pebble === undefined).each<[ChallengeType]>([['http-01'], ['tls-alpn-01']])(
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
    const client = await startPebble(pebble ?? '', { http, https });
    for (let count = 0; count < 3; count += 1) {
      const { chain } = await obtainCertificate(client, host, {
        type,
        prepare: async (token) => void (keyAuthorization = `${token}.${client.key.thumbprint}`),
      });
      expect(new X509Certificate(chain).checkHost(host)).toBe(host);
    }
  },
);
