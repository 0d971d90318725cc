import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { deriveAccountKey } from '../../platform/acme/account-key.ts';
import { AcmeClient } from '../../platform/acme/acme-client.ts';
import { createAcmeRequest } from '../../platform/acme/acme-request.ts';
import { findFreePort } from '../../platform/free-port.ts';
import { reply, startNameServer } from '../name-server.ts';
import { makeTemporaryDirectory } from '../temporary-directory.ts';
import { waitUntil } from '../wait-until.ts';
import { createTestAuthority } from './test-authority.ts';

export const pebblePath = process.env['WAYPOST_TEST_PEBBLE'];
const loopbackRecord = Buffer.from('c00c000100010000003c00047f000001', 'hex');

// Starts Pebble, the test server of Let's Encrypt. It rejects a part of all nonces, and connects to the given ports.
export async function startPebble(ports: { http: number; https: number }): Promise<AcmeClient> {
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
  const names = await startNameServer((query) =>
    reply(query, 0, isAddressQuery(query) ? [loopbackRecord] : []),
  );
  const child = spawn(pebblePath ?? '', ['-config', config, '-dnsserver', names.address], {
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

function isAddressQuery(query: Buffer): boolean {
  return query.readUInt16BE(query.indexOf(0, 12) + 1) === 1;
}
