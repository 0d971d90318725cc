import { spawn } from 'node:child_process';
import { once } from 'node:events';
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

type Binding = { id: string; key: string };

type Pebble = {
  makeClient: (binding?: Binding) => AcmeClient;
  // Ends Pebble with SIGKILL. It keeps accounts, orders and nonces only in memory.
  kill: () => Promise<void>;
  start: () => Promise<void>;
};

type PebbleOptions = {
  // Ports that Pebble connects to for challenges.
  ports: { http: number; https: number };
  rejectedNoncesPercent?: number;
  // Requires new accounts to be bound to this external account.
  binding?: Binding;
};

export const pebblePath = process.env['WAYPOST_TEST_PEBBLE'];
const loopbackRecord = Buffer.from('c00c000100010000003c00047f000001', 'hex');

// Starts Pebble, the test server of Let's Encrypt.
export async function startPebble(options: PebbleOptions): Promise<Pebble> {
  const { rejectedNoncesPercent = 10 } = options;
  const names = await startNameServer((query) =>
    reply(query, 0, isAddressQuery(query) ? [loopbackRecord] : []),
  );
  const { config, directoryUrl, root } = await writeConfig(options);
  const request = createAcmeRequest(root);
  const spawnPebble = () =>
    spawn(pebblePath ?? '', ['-config', config, '-dnsserver', names.address], {
      env: {
        ...process.env,
        PEBBLE_VA_NOSLEEP: '1',
        PEBBLE_WFE_NONCEREJECT: String(rejectedNoncesPercent),
      },
      stdio: 'ignore',
    });
  let child = spawnPebble();
  const waitUntilReady = () =>
    waitUntil(
      async () => (await request(directoryUrl, { method: 'GET' }).catch(() => undefined))?.status === 200,
    );
  onTestFinished(() => {
    child.kill();
    names.close();
  });
  await waitUntilReady();
  const accountKey = deriveAccountKey('secret', directoryUrl);
  return {
    makeClient: (binding) =>
      new AcmeClient({ directoryUrl, email: 'ops@example.com', binding }, accountKey, request),
    kill: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
    start: async () => {
      child = spawnPebble();
      await waitUntilReady();
    },
  };
}

async function writeConfig({ ports, binding }: PebbleOptions) {
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
    externalAccountBindingRequired: binding !== undefined,
    externalAccountMACKeys: binding === undefined ? {} : { [binding.id]: binding.key },
  };
  writeFileSync(config, JSON.stringify({ pebble: settings }));
  return { config, directoryUrl: `https://localhost:${port}/dir`, root: authority.root };
}

function isAddressQuery(query: Buffer): boolean {
  return query.readUInt16BE(query.indexOf(0, 12) + 1) === 1;
}
