// Builds a release twice, installs its package into an empty folder, and uses it without the checkout.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  globSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { GetReportQuery } from '../../../client/waypost-client.ts';
import { pollUntil } from '../../src/testing/poll-until.ts';
import {
  ownPassword,
  readFirstAccess,
  replaceFirstPassword,
} from '../../src/testing/browser/panel-access.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { CheckedApi } from '../../src/testing/http/api-client.ts';
import { ConsentBrowser, TestAgent } from '../../src/testing/http/test-agent.ts';
import { findAllProcesses } from '../../src/testing/product/processes.ts';
import type { Product } from '../../src/testing/product/product.ts';
import { trackWorkspace, type TrackedWorkspace } from '../../src/testing/product/tracked-workspace.ts';
import { useProducts } from '../../src/testing/product/use-products.ts';
import { fullTest } from '../../src/testing/rounds.ts';
import { makeTemporaryDirectory } from '../../src/testing/temporary-directory.ts';
import { buildRelease, installRelease, type Release } from '../../src/testing/upgrade/released-packages.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const version = '99.0.0-preview.1';
const browserAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const { start, newDirectory } = useProducts();

function build(options: Parameters<typeof buildRelease>[2] = {}): Release {
  return buildRelease(version, makeTemporaryDirectory(), options);
}

// Copies the checkout with its uncommitted changes. Packages are linked file by file, because a build follows symbolic
// links back to the original.
function copyCheckout(): string {
  mkdirSync(join(root, 'release'), { recursive: true });
  const copy = mkdtempSync(join(root, 'release', 'copy-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  execFileSync('git', ['clone', '--quiet', '--no-checkout', root, copy]);
  execFileSync('git', ['reset', '--quiet'], { cwd: copy });
  for (const file of git('ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0'))
    if (file !== '') copyFile(file, copy);
  for (const folder of ['node_modules', 'panel/node_modules']) linkFiles(folder, copy);
  return copy;
}

function copyFile(file: string, copy: string): void {
  const source = join(root, file);
  const target = join(copy, file);
  mkdirSync(join(target, '..'), { recursive: true });
  writeFileSync(target, readFileSync(source));
}

function linkFiles(folder: string, copy: string): void {
  mkdirSync(join(copy, folder), { recursive: true });
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.name === '.cache') continue;
    if (entry.isDirectory()) linkFiles(path, copy);
    else if (entry.isFile()) linkSync(join(root, path), join(copy, path));
    else
      symlinkSync(
        execFileSync('readlink', [join(root, path)], { encoding: 'utf8' }).trim(),
        join(copy, path),
      );
  }
}

const read = (folder: string) =>
  new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name)).toString('hex')]));

fullTest('two builds of a commit in different folders are equal, byte for byte', async () => {
  const releases = [build(), build({ root: copyCheckout(), umask: '077' })];
  const [one = '', other = ''] = releases.map(({ file }) => dirname(file));
  expect([...read(one).keys()]).toEqual([
    'SHA256SUMS',
    'release-notes.md',
    `waypost-${version}.cdx.json`,
    `waypost-${version}.tgz`,
  ]);
  expect(read(other)).toEqual(read(one));
  expect(spawnSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: one }).status).toBe(0);
  await Promise.resolve();
});

// Everything else in the package is an error, for example sources and tests.
const allowed = [
  /^(?:CHANGELOG\.md|LICENSE|README\.md|SECURITY\.md|licenses\.txt|package\.json)$/,
  /^bin\/(?:bootstrap|fingerprint|waypost)\.mjs$/,
  /^deploy\/[^/]+$/,
  /^docs\/.*\.(?:md|webp|png|svg|csv)$/,
  /^panel\/dist\/(?:index\.html|sw\.js|[\w-]+\.(?:svg|png|ico|txt|webmanifest)|assets\/[\w.~-]+\.(?:js|css|webp|png|woff2|svg))$/,
  /^server\/demo\/[\w-]+\.(?:yaml|md)$/,
  /^server\/dist\/release\/[\w.-]+\.(?:mjs|js|css)$/,
  /^server\/migrations\/(?:README\.md|[\w-]+\/\d{4}_\w+\.sql)$/,
];

fullTest('the package works in an empty folder, without a checkout and without a build', async () => {
  const folder = makeTemporaryDirectory();
  const installed = installRelease(build(), folder);
  const command = join(folder, 'node_modules', '.bin', 'waypost');
  const files = globSync('**', { cwd: installed, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(installed.length + 1));
  expect(files.filter((file) => !allowed.some((pattern) => pattern.test(file)))).toEqual([]);
  const product = await start({
    dataDirectory: newDirectory(),
    command,
    ownGeoTables: true,
    environment: { WAYPOST_EDGE_STANDBY: 'on', WAYPOST_BACKUP_PASSPHRASE: 'a passphrase for tests' },
  });
  const commands = findAllProcesses(product).map(({ pid }) =>
    execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }),
  );
  const programs = commands.filter((line) => line.includes('.mjs'));
  expect(programs.length).toBeGreaterThan(2);
  for (const line of programs) expect(line).toContain(folder);
  expect(commands.filter((line) => line.includes(`${root}/`))).toEqual([]);
  const tracked = await trackWorkspace(product);
  await expectReportedVisit(product, tracked);
  await expectAgentAnswer(product, tracked.workspaceId);
  const { environment } = product;
  const backup = runInstalled(command, ['backup', '--json', newDirectory()], environment);
  expect(backup).toMatchObject({ files: expect.any(Number) });
  expect(runInstalled(command, ['--version'], environment)).toBe(version);
});

async function expectReportedVisit(
  product: Product,
  { link, workspaceId, campaignId }: TrackedWorkspace,
): Promise<void> {
  const headers = { 'user-agent': browserAgent };
  const { status } = await fetch(`${link}?tag=package`, { headers, redirect: 'manual' });
  expect(status).toBe(302);
  const { client } = (await CheckedApi.open(product)).caller('read', workspaceId);
  const dayMs = 86_400_000;
  const [from, to] = [-dayMs, dayMs].map((ms) => new Date(Date.now() + ms).toISOString().slice(0, 10));
  const query: GetReportQuery = {
    from: from ?? '',
    to: to ?? '',
    dimensions: ['campaign', 'tag'],
    metrics: ['visits'],
    filter: [`campaign=${campaignId}`],
  };
  const findRow = async () =>
    (await client.getReport({ query })).rows.find(({ tag, visits }) => tag === 'package' && visits === 1);
  expect(await pollUntil(findRow, { timeoutMs: hangLimitMs, intervalMs: 100 })).toBeDefined();
}

// Replaces the first password, whose strength a child process estimates, and connects an AI agent.
async function expectAgentAnswer({ dataDirectory, urls }: Product, workspaceId: string): Promise<void> {
  const { email, password } = readFirstAccess(dataDirectory);
  await replaceFirstPassword(urls.panel, { email, password });
  const answer = await fetch(`${urls.panel}/panel/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: urls.panel },
    body: JSON.stringify({ email, password: ownPassword }),
  });
  const session = /(?:^|; )waypost=([^;]+)/.exec(answer.headers.getSetCookie().join('; '))?.[1] ?? '';
  const browser = new ConsentBrowser(urls.panel, session, workspaceId);
  const agent = await new TestAgent(urls.panel).connect(browser);
  const result = await agent.callTool({ name: 'who_am_i', arguments: {} });
  expect(JSON.stringify(result.content)).toContain(workspaceId);
  await agent.close();
}

function runInstalled(command: string, args: string[], environment: NodeJS.ProcessEnv): unknown {
  const output = execFileSync(process.execPath, [command, ...args], { env: environment, encoding: 'utf8' });
  const line = output.trimEnd().split('\n').at(-1) ?? '';
  return line.startsWith('{') ? JSON.parse(line) : line;
}
