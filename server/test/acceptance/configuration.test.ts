import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exitCodes } from '../../src/platform/operator-error.ts';
import { lightStoreEnvironment } from '../../src/testing/machine.ts';
import {
  lastJson,
  removeDataDirectory,
  runCommand,
  startProduct,
  type CommandResult,
  type Product,
} from '../../src/testing/product/product.ts';

let product: Product;
let root: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'waypost-configuration-'));
  product = await startProduct({ environment: lightStoreEnvironment });
});

afterAll(async () => {
  await product.stop();
  removeDataDirectory(product.dataDirectory);
  rmSync(root, { recursive: true });
});

function run(...args: string[]): CommandResult {
  return runCommand(product, args);
}

function makeWorkspace(): string {
  return lastJson<{ id: string }>(run('workspace', 'create', '--name', 'Files', '--json')).id;
}

function writeDirectory(name: string, texts: Record<string, string>): string {
  const folder = join(root, name);
  mkdirSync(folder);
  for (const [file, text] of Object.entries(texts)) writeFileSync(join(folder, file), text);
  return folder;
}

function readFiles(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder)
      .toSorted()
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
}

const small = {
  'waypost.yaml': 'format: 1\nworkspace: { timezone: Europe/Berlin, currency: EUR }\n',
  'traffic-sources.yaml': '- name: Search\n',
  'landings.yaml': '- { name: Page, url: "https://example.com/" }\n',
  'rotators.yaml': '- name: Split\n  paths:\n    - name: Main\n      landings: [{ landing: Page }]\n',
  'campaigns.yaml': '- { name: Spring, trafficSource: Search, rotator: Split }\n',
};

test('a workspace is created from files, exported and recreated elsewhere while an instance is running', () => {
  const [first, second] = [makeWorkspace(), makeWorkspace()];
  const folder = writeDirectory('small', { ...small, 'README.md': 'not read' });
  const plan = run('import', '--workspace', first, folder, '--plan');
  expect(plan.code).toBe(0);
  expect(plan.stdout).toContain('create  campaign "Spring"\n');
  expect(plan.stdout).toContain('timezone: "UTC" -> "Europe/Berlin"\n');
  expect(plan.stdout).toMatch(/Plan: 4 to create, 1 to change, 0 to archive, 0 unchanged/);
  const done = run('import', '--workspace', first, folder, '--json');
  expect(lastJson(done)).toMatchObject({ applied: true, unchanged: 0, warnings: [] });
  const exported = join(root, 'new', 'exported');
  const written = run('export', '--workspace', first, exported, '--json');
  expect(lastJson(written)).toMatchObject({ folder: exported, counts: { campaigns: 1, offers: 0 } });
  expect(Object.keys(readFiles(exported))).toHaveLength(8);
  expect(run('import', '--workspace', second, exported).stdout).toMatch(/^Done: 4 created, 1 changed/m);
  const again = join(root, 'again');
  expect(run('export', '--workspace', second, again).code).toBe(0);
  expect(readFiles(again)).toEqual(readFiles(exported));
  expect(lastJson(run('import', '--workspace', second, again, '--json'))).toMatchObject({
    changes: [],
    unchanged: 4,
  });
  expect(run('export', '--workspace', second, again).code).toBe(0);
});

test('import requires --relabel-amounts to change the currency of a workspace that has campaigns', () => {
  const workspace = makeWorkspace();
  const importing = (folder: string, ...options: string[]) =>
    run('import', '--workspace', workspace, folder, ...options, '--json');
  expect(importing(writeDirectory('euros', small)).code).toBe(0);
  const pounds = writeDirectory('pounds', {
    ...small,
    'waypost.yaml': small['waypost.yaml'].replace('EUR', 'GBP'),
  });
  const rejected = importing(pounds);
  expect(rejected.code).toBe(exitCodes.refused);
  expect(rejected.stderr).toContain('100 EUR would become 100 GBP');
  expect(rejected.stderr).toContain('--relabel-amounts');
  expect(lastJson(rejected)).toMatchObject({
    error: { code: 'CONFLICT', details: { before: 'EUR', after: 'GBP' } },
  });
  const change = [{ field: 'currency', before: 'EUR', after: 'GBP' }];
  // The rejected import did not change the currency.
  expect(lastJson(importing(pounds, '--plan'))).toMatchObject({ changes: [{ differences: change }] });
  expect(lastJson(importing(pounds, '--relabel-amounts'))).toMatchObject({
    applied: true,
    changes: [{ action: 'change', differences: change }],
  });
  expect(lastJson(importing(pounds, '--plan'))).toMatchObject({ changes: [] });
});

test('import reports mistakes with file, line and column, in text and in JSON', () => {
  const folder = writeDirectory('broken', { ...small, 'landings.yaml': '- name: Page\n  url: nowhere\n' });
  const rejected = run('import', '--workspace', makeWorkspace(), folder, '--json');
  expect(rejected.code).toBe(exitCodes.refused);
  expect(rejected.stderr).toContain('landings.yaml:2:3: url must start with http:// or https://');
  expect(lastJson(rejected)).toMatchObject({
    error: {
      code: 'VALIDATION_FAILED',
      details: { mistakes: [{ file: 'landings.yaml', line: 2, column: 3 }] },
    },
  });
});

test('export does not overwrite a directory that contains other files, and import rejects such a directory', () => {
  const folder = writeDirectory('mine', { 'notes.txt': 'mine' });
  const workspace = makeWorkspace();
  const rejected = run('export', '--workspace', workspace, folder);
  expect(rejected).toMatchObject({ code: exitCodes.refused, stdout: '' });
  expect(rejected.stderr).toContain('is not an earlier export');
  expect(readFiles(folder)).toEqual({ 'notes.txt': 'mine' });
  expect(run('import', '--workspace', workspace, folder).stderr).toContain(
    'is not an exported configuration',
  );
  expect(run('import', '--workspace', workspace, join(root, 'missing')).code).toBe(exitCodes.refused);
  expect(run('import', '--workspace', workspace).code).toBe(exitCodes.usage);
  const unknownWorkspace = '00000000-0000-7000-8000-000000000000';
  expect(lastJson(run('export', '--workspace', unknownWorkspace, join(root, 'x'), '--json'))).toMatchObject({
    error: { code: 'NOT_FOUND' },
  });
});
