import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { deriveAccountKey } from '../../platform/acme/account-key.ts';
import { startAcmeServer, type AcmeServer } from '../../testing/acme/acme-server.ts';
import { startAddressServer } from '../../testing/name-server.ts';
import { makeTemporaryDirectory } from '../../testing/temporary-directory.ts';
import { loadSettings } from '../settings.ts';
import { httpsFindings } from './diagnose-https.ts';

const panelHost = 'tracker.example.com';
const trackingHost = 'track.example.com';
const dayMs = 86_400_000;
const clockFix = 'turn on time synchronization with: sudo timedatectl set-ntp true';
const secret = 'a secret of the installation with enough characters';

let acme: AcmeServer;
let names: Awaited<ReturnType<typeof startAddressServer>>;
let records: Map<string, string>;
let web: Server;
let secure: Server;
let ports: { http: number; https: number };
let answer: RequestListener;

beforeEach(async () => {
  acme = await startAcmeServer({ http: 0, https: 0 });
  records = new Map([panelHost, trackingHost].map((host) => [host, '127.0.0.1']));
  names = await startAddressServer(records);
  answer = ({ url = '' }, response) =>
    response.end(`${url.split('/').at(-1)}.${deriveAccountKey(secret, acme.directoryUrl).thumbprint}`);
  web = createHttpServer((request, response) => answer(request, response));
  secure = createTcpServer((socket) => socket.destroy());
  ports = { http: await listen(web), https: await listen(secure) };
});

afterEach(async () => {
  for (const server of [web, secure]) server.close();
  names.close();
  await acme.close();
});

async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return (server.address() as AddressInfo).port;
}

async function diagnose(directoryUrl = acme.directoryUrl): Promise<Record<string, object>> {
  const roots = join(makeTemporaryDirectory(), 'roots.pem');
  writeFileSync(roots, acme.authority.root);
  const settings = loadSettings({
    WAYPOST_DOMAIN: panelHost,
    WAYPOST_TRACKING_DOMAIN: trackingHost,
    WAYPOST_HTTP_PORT: String(ports.http),
    WAYPOST_HTTPS_PORT: String(ports.https),
    WAYPOST_COOKIE_SECRET: secret,
    WAYPOST_PUBLIC_ADDRESSES: '127.0.0.1',
    WAYPOST_DNS_SERVERS: names.address,
    WAYPOST_ACME_DIRECTORY: directoryUrl,
    WAYPOST_ACME_CA_FILE: roots,
  });
  const { https } = settings;
  if (https === undefined) throw new Error('HTTPS is off');
  const findings = await httpsFindings({ ...settings, https }, { isRunning: true });
  return Object.fromEntries(findings.map(({ part, ...finding }) => [part, finding]));
}

it('finds no problem if names, ports, authority and clock are right', async () => {
  expect(await diagnose()).toEqual({
    [`DNS of ${panelHost}`]: { state: 'ok', message: 'points to this machine (127.0.0.1)' },
    [`DNS of ${trackingHost}`]: { state: 'ok', message: 'points to this machine (127.0.0.1)' },
    ports: { state: 'ok', message: `${ports.http} and ${ports.https} are open on this machine` },
    'certificate authority': { state: 'ok', message: 'localhost is reachable' },
    clock: { state: 'ok', message: 'agrees with the certificate authority' },
  });
});

it('says which DNS record to create or change', async () => {
  records.set(trackingHost, '127.0.0.9');
  records.delete(panelHost);
  expect(await diagnose()).toMatchObject({
    [`DNS of ${panelHost}`]: {
      state: 'problem',
      fix: `create the record ${panelHost} A 127.0.0.1; then check with: dig +short ${panelHost}`,
    },
    [`DNS of ${trackingHost}`]: {
      state: 'problem',
      fix: `change the A record of ${trackingHost} to 127.0.0.1; then check with: dig +short ${trackingHost}`,
    },
  });
});

it('names the port on which nothing answers, or another program does', async () => {
  secure.close();
  expect(await diagnose()).toMatchObject({
    ports: {
      state: 'problem',
      message: `Waypost does not answer on port ${ports.https}`,
      fix: `find the program that uses the port with: sudo ss -ltnp 'sport = :${ports.https}'`,
    },
  });
  answer = (_, response) => response.end('other');
  expect(await diagnose()).toMatchObject({
    ports: { state: 'problem', message: `Waypost does not answer on port ${ports.http}` },
  });
});

it('reports a clock that differs from the authority’s', async () => {
  acme.behavior.date = () => new Date(Date.now() - 10 * 60_000);
  expect(await diagnose()).toMatchObject({
    clock: { state: 'problem', message: '10 min ahead of the certificate authority', fix: clockFix },
  });
});

it('reports a clock at which the certificate of the authority’s server is not valid', async () => {
  const validity = { notBefore: new Date(Date.now() - 2 * dayMs), notAfter: new Date(Date.now() - dayMs) };
  const server = createHttpsServer(acme.authority.issueWithKey('localhost', validity));
  const port = await listen(server, 'localhost');
  const findings = await diagnose(`https://localhost:${port}/directory`);
  server.close();
  expect(findings).toMatchObject({
    clock: { state: 'problem', message: expect.stringContaining('has expired at') as string, fix: clockFix },
  });
});

it('reports an authority that does not answer', async () => {
  acme.behavior.isAway = true;
  expect(await diagnose()).toMatchObject({
    'certificate authority': {
      state: 'problem',
      message: expect.stringMatching(/^localhost cannot be reached: /) as string,
      fix: expect.stringContaining('curl -sS') as string,
    },
  });
});
