import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { request as sendHttp, type IncomingMessage } from 'node:http';
import { request as sendHttps } from 'node:https';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemCode } from '../../src/platform/errors.ts';
import { Loop } from '../../src/platform/loop.ts';
import { startAcmeServer, type AcmeServer } from '../../src/testing/acme/acme-server.ts';
import { lightStoreEnvironment } from '../../src/testing/machine.ts';
import { startAddressServer } from '../../src/testing/name-server.ts';
import { startEdgeProcess } from '../../src/testing/product/edge-process.ts';
import { takePort } from '../../src/testing/product/own-ports.ts';
import { findProcess, waitUntilAllReady } from '../../src/testing/product/processes.ts';
import { command, type Product } from '../../src/testing/product/product.ts';
import { createTestCampaign } from '../../src/testing/product/tracked-workspace.ts';
import { useProducts } from '../../src/testing/product/use-products.ts';
import { makeTemporaryDirectory } from '../../src/testing/temporary-directory.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';

const panelHost = 'tracker.example.com';
const trackingHost = 'track.example.com';

const { start } = useProducts();
let acme: AcmeServer;
let names: Awaited<ReturnType<typeof startAddressServer>>;
// Addresses of names in DNS.
let records: Map<string, string>;
let ports: { http: number; https: number };

beforeEach(async () => {
  ports = { http: takePort(), https: takePort() };
  acme = await startAcmeServer(ports);
  records = new Map();
  names = await startAddressServer(records);
});
afterEach(async () => {
  names.close();
  await acme.close();
});

function httpsEnvironment(): Record<string, string> {
  const roots = join(makeTemporaryDirectory(), 'roots.pem');
  writeFileSync(roots, acme.authority.root);
  return {
    ...lightStoreEnvironment,
    WAYPOST_EDGE_STANDBY: 'on',
    WAYPOST_HTTPS_HOST: '127.0.0.1',
    WAYPOST_HTTPS_PORT: String(ports.https),
    WAYPOST_HTTP_PORT: String(ports.http),
    WAYPOST_ACME_DIRECTORY: acme.directoryUrl,
    WAYPOST_ACME_CA_FILE: roots,
    WAYPOST_DNS_SERVERS: names.address,
    WAYPOST_PUBLIC_ADDRESSES: '127.0.0.1',
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

type Findings = Record<string, { state: string; message: string; fix?: string }>;

async function listFindings({ environment: env }: Product): Promise<Findings> {
  const run = promisify(execFile)(process.execPath, [command, 'doctor', '--json'], { env });
  const { stdout } = await run.catch((error: unknown) => error as { stdout: string });
  const { findings } = JSON.parse(stdout) as { findings: { part: string; state: string; message: string }[] };
  return Object.fromEntries(findings.map(({ part, ...finding }) => [part, finding]));
}

test('an installation started with its domains says which DNS records are missing, and serves both over HTTPS once they exist, also during `waypost restart`, when an edge is killed, and without PostgreSQL', async () => {
  records.set(trackingHost, '127.0.0.9');
  const product = await start({ environment: httpsEnvironment(), args: options });
  expect(product.output()).toContain(
    `- ${panelHost} has no address in DNS: create the record ${panelHost} A 127.0.0.1\n` +
      `- ${trackingHost} points to 127.0.0.9, not to this machine: change the A record of ${trackingHost} to 127.0.0.1\n`,
  );
  await waitUntil(() => product.output().includes('certificate: waiting for DNS'));
  expect(acme.orders).toEqual([]);
  expect(await listFindings(product)).toMatchObject({
    [`DNS of ${panelHost}`]: {
      state: 'problem',
      fix: expect.stringContaining(`create the record ${panelHost} A 127.0.0.1;`) as string,
    },
    [`DNS of ${trackingHost}`]: { state: 'problem' },
    [`certificate of ${panelHost}`]: {
      state: 'problem',
      message: expect.stringMatching(/^none yet: .* has no address/) as string,
    },
    'certificate authority': { state: 'ok' },
    clock: { state: 'ok' },
    ports: { state: 'ok' },
    disk: {},
    memory: {},
  });
  for (const host of [panelHost, trackingHost]) records.set(host, '127.0.0.1');
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
    onFailure: (error) => failures.push(systemCode(error)),
  });
  const restarted = await promisify(execFile)(process.execPath, [command, 'restart'], {
    env: product.environment,
  });
  expect(restarted.stdout).toBe('Restarted api, edge, edge-2, worker.\n');
  expect(failures).toEqual([]);
  expect(answered).toBeGreaterThan(20);
  // One of these edges is on standby and has the certificates, so only requests that the killed edge was answering fail.
  for (const name of ['edge', 'edge-2'] as const) {
    await waitUntilAllReady(product);
    process.kill(findProcess(product, name).pid, 'SIGKILL');
    const before = answered;
    await waitUntil(() => answered > before + 20);
  }
  await visits.stop();
  expect(failures.filter((code) => code !== 'ECONNRESET')).toEqual([]);
  expect(failures.length).toBeLessThanOrEqual(2);
  expect(acme.orders).toHaveLength(2);
  const metrics = await (await fetch(`${product.urls.status}/metrics`)).text();
  expect(metrics).toMatch(/^waypost_edge_tls_handshakes_total\{result="full".*\} [1-9]/m);
  expect(metrics).toMatch(/^waypost_edge_tls_certificates(?:\{.*\})? 2$/m);
  const [, expiry] =
    /^waypost_edge_tls_first_expiry_timestamp_seconds(?:\{.*\})? (\S+)$/m.exec(metrics) ?? [];
  expect(Number(expiry) * 1_000).toBeGreaterThan(Date.now());

  const findings = await listFindings(product);
  for (const host of [panelHost, trackingHost])
    expect(findings).toMatchObject({
      [`DNS of ${host}`]: { state: 'ok', message: 'points to this machine (127.0.0.1)' },
      [`certificate of ${host}`]: { state: 'ok' },
    });

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
