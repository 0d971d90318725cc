import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { request as sendHttp, type IncomingMessage } from 'node:http';
import { request as sendHttps } from 'node:https';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Loop } from '../../src/platform/loop.ts';
import { startAcmeServer, type AcmeServer } from '../../src/testing/acme/acme-server.ts';
import { lightStoreEnvironment } from '../../src/testing/machine.ts';
import { startEdgeProcess } from '../../src/testing/product/edge-process.ts';
import { takePort } from '../../src/testing/product/own-ports.ts';
import { command, type Product } from '../../src/testing/product/product.ts';
import { createTestCampaign } from '../../src/testing/product/tracked-workspace.ts';
import { useProducts } from '../../src/testing/product/use-products.ts';
import { makeTemporaryDirectory } from '../../src/testing/temporary-directory.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';

const panelHost = 'tracker.example.com';
const trackingHost = 'track.example.com';

const { start } = useProducts();
let acme: AcmeServer;
let ports: { http: number; https: number };

beforeEach(async () => {
  ports = { http: takePort(), https: takePort() };
  acme = await startAcmeServer(ports);
});
afterEach(() => acme.close());

function httpsEnvironment(): Record<string, string> {
  const roots = join(makeTemporaryDirectory(), 'roots.pem');
  writeFileSync(roots, acme.authority.root);
  return {
    ...lightStoreEnvironment,
    WAYPOST_HTTPS_HOST: '127.0.0.1',
    WAYPOST_HTTPS_PORT: String(ports.https),
    WAYPOST_HTTP_PORT: String(ports.http),
    WAYPOST_ACME_DIRECTORY: acme.directoryUrl,
    WAYPOST_ACME_CA_FILE: roots,
  };
}

const options = ['--domain', panelHost, '--tracking-domain', trackingHost, '--email', 'ops@example.com'];

type Answer = { status: number; headers: IncomingMessage['headers'] };

function get(host: string, path: string, port = ports.https, isSecure = true): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const target = { host: '127.0.0.1', port, path, headers: { host }, agent: false as const };
    const read = (response: IncomingMessage) => {
      response.resume();
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
    };
    const request = isSecure
      ? sendHttps({ ...target, servername: host, ca: acme.authority.root }, read)
      : sendHttp(target, read);
    request.once('error', reject).end();
  });
}

const isServed = (host: string, path: string, status: number) => async () =>
  (await get(host, path).catch(() => undefined))?.status === status;

// The addresses that the test can reach, because the names of the installation do not resolve.
function asLocal(product: Product): Product {
  const { WAYPOST_PORT: api = '', WAYPOST_EDGE_PORT: edge = '' } = product.environment;
  return {
    ...product,
    urls: { ...product.urls, panel: `http://127.0.0.1:${api}`, edge: `http://127.0.0.1:${edge}` },
  };
}

test('an installation started with its domains serves both over HTTPS, also during `waypost restart`, and without PostgreSQL', async () => {
  const product = await start({ environment: httpsEnvironment(), args: options });
  await waitUntil(isServed(panelHost, '/healthz', 200));
  await waitUntil(isServed(trackingHost, '/healthz', 200));
  expect(acme.orders.map(({ host }) => host).toSorted()).toEqual([trackingHost, panelHost].toSorted());
  expect(acme.accounts).toMatchObject([{ contact: ['mailto:ops@example.com'] }]);
  const panel = await get(panelHost, '/');
  expect(panel.headers['strict-transport-security']).toBe('max-age=31536000');
  expect((await get(trackingHost, '/')).headers['strict-transport-security']).toBeUndefined();
  const redirected = await get(panelHost, '/campaigns', ports.http, false);
  expect([redirected.status, redirected.headers.location]).toEqual([
    308,
    `https://${panelHost}:${ports.https}/campaigns`,
  ]);
  const { campaignId } = await createTestCampaign(asLocal(product));
  const link = `/c/${campaignId}`;
  await waitUntil(isServed(trackingHost, link, 302));
  expect((await get(trackingHost, link, ports.http, false)).status).toBe(302);

  const failures: unknown[] = [];
  let answered = 0;
  const visits = new Loop({
    everyMs: 10,
    work: async () => {
      const answers = await Promise.all([get(trackingHost, link), get(panelHost, '/healthz')]);
      answered += answers.filter(({ status }) => status === 302 || status === 200).length;
    },
    onFailure: (error) => failures.push(error),
  });
  const restarted = await promisify(execFile)(process.execPath, [command, 'restart'], {
    env: product.environment,
  });
  expect(restarted.stdout).toBe('Restarted api, edge, worker.\n');
  await visits.stop();
  expect(failures).toEqual([]);
  expect(answered).toBeGreaterThan(20);
  expect(acme.orders).toHaveLength(2);

  await product.stop();
  const spool = join(product.dataDirectory, 'spool');
  expect(statSync(join(spool, 'certificates')).mode & 0o777).toBe(0o600);
  expect(product.output()).not.toContain('PRIVATE KEY');
  for (const name of readdirSync(spool, { recursive: true, withFileTypes: true }))
    if (name.isFile())
      expect(readFileSync(join(name.parentPath, name.name)).includes('PRIVATE KEY')).toBe(false);
  // Nothing listens on port 1.
  const edge = await startEdgeProcess(product, spool, {
    ...httpsEnvironment(),
    WAYPOST_TRACKING_DOMAIN: trackingHost,
    WAYPOST_DATABASE_URL: 'postgres://waypost@127.0.0.1:1/waypost',
  });
  try {
    expect((await get(trackingHost, link)).status).toBe(302);
  } finally {
    await edge.stop();
  }
});
