import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exitCodes } from '../../src/platform/operator-error.ts';
import { lightest } from '../../src/testing/machine.ts';
import {
  lastJson,
  removeDataDirectory,
  runCommand,
  startProduct,
  type CommandResult,
  type Product,
} from '../../src/testing/product/product.ts';

let product: Product;
let folders: string;

beforeAll(async () => {
  folders = mkdtempSync(join(tmpdir(), 'waypost-configuration-'));
  product = await startProduct({ environment: lightest });
});

afterAll(async () => {
  await product.stop();
  removeDataDirectory(product.dataDirectory);
  rmSync(folders, { recursive: true });
});

function run(...args: string[]): CommandResult {
  return runCommand(product, args);
}

function makeWorkspace(): string {
  return lastJson<{ id: string }>(run('workspace', 'create', '--name', 'Files', '--json')).id;
}

function writeFolder(name: string, texts: Record<string, string>): string {
  const folder = join(folders, name);
  mkdirSync(folder);
  for (const [file, text] of Object.entries(texts)) writeFileSync(join(folder, file), text);
  return folder;
}

function readFolder(folder: string): Record<string, string> {
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

test('a workspace is made from files, exported, and made again elsewhere, beside a running instance', () => {
  const [first, second] = [makeWorkspace(), makeWorkspace()];
  const folder = writeFolder('small', { ...small, 'README.md': 'not read' });
  const plan = run('import', '--workspace', first, folder, '--plan');
  expect(plan.code).toBe(0);
  expect(plan.stdout).toContain('create  campaign "Spring"\n');
  expect(plan.stdout).toContain('timezone: "UTC" -> "Europe/Berlin"\n');
  expect(plan.stdout).toMatch(/Plan: 4 to create, 1 to change, 0 to archive, 0 unchanged/);
  const done = run('import', '--workspace', first, folder, '--json');
  expect(lastJson(done)).toMatchObject({ applied: true, unchanged: 0, warnings: [] });
  const exported = join(folders, 'new', 'exported');
  const written = run('export', '--workspace', first, exported, '--json');
  expect(lastJson(written)).toMatchObject({ folder: exported, counts: { campaigns: 1, offers: 0 } });
  expect(Object.keys(readFolder(exported))).toHaveLength(8);
  expect(run('import', '--workspace', second, exported).stdout).toMatch(/^Done: 4 created, 1 changed/m);
  const again = join(folders, 'again');
  expect(run('export', '--workspace', second, again).code).toBe(0);
  expect(readFolder(again)).toEqual(readFolder(exported));
  expect(lastJson(run('import', '--workspace', second, again, '--json'))).toMatchObject({
    changes: [],
    unchanged: 4,
  });
  expect(run('export', '--workspace', second, again).code).toBe(0);
});

test('import changes the currency of a workspace with campaigns only with --relabel-amounts', () => {
  const workspace = makeWorkspace();
  const importing = (folder: string, ...options: string[]) =>
    run('import', '--workspace', workspace, folder, ...options, '--json');
  expect(importing(writeFolder('euros', small)).code).toBe(0);
  const pounds = writeFolder('pounds', {
    ...small,
    'waypost.yaml': small['waypost.yaml'].replace('EUR', 'GBP'),
  });
  const refused = importing(pounds);
  expect(refused.code).toBe(exitCodes.refused);
  expect(refused.stderr).toContain('100 EUR would become 100 GBP');
  expect(refused.stderr).toContain('--relabel-amounts');
  expect(lastJson(refused)).toMatchObject({
    error: { code: 'CONFLICT', details: { before: 'EUR', after: 'GBP' } },
  });
  const change = [{ field: 'currency', before: 'EUR', after: 'GBP' }];
  // Still to do: the refused import left the currency alone.
  expect(lastJson(importing(pounds, '--plan'))).toMatchObject({ changes: [{ differences: change }] });
  expect(lastJson(importing(pounds, '--relabel-amounts'))).toMatchObject({
    applied: true,
    changes: [{ action: 'change', differences: change }],
  });
  expect(lastJson(importing(pounds, '--plan'))).toMatchObject({ changes: [] });
});

test('mistakes end with their places, in text and in JSON, and with the code of a refusal', () => {
  const folder = writeFolder('broken', { ...small, 'landings.yaml': '- name: Page\n  url: nowhere\n' });
  const refused = run('import', '--workspace', makeWorkspace(), folder, '--json');
  expect(refused.code).toBe(exitCodes.refused);
  expect(refused.stderr).toContain('landings.yaml:2:3: url must start with http:// or https://');
  expect(lastJson(refused)).toMatchObject({
    error: {
      code: 'VALIDATION_FAILED',
      details: { mistakes: [{ file: 'landings.yaml', line: 2, column: 3 }] },
    },
  });
});

test('a folder with other things in it is neither written over nor read', () => {
  const folder = writeFolder('mine', { 'notes.txt': 'mine' });
  const workspace = makeWorkspace();
  const refused = run('export', '--workspace', workspace, folder);
  expect(refused).toMatchObject({ code: exitCodes.refused, stdout: '' });
  expect(refused.stderr).toContain('no earlier export');
  expect(readFolder(folder)).toEqual({ 'notes.txt': 'mine' });
  expect(run('import', '--workspace', workspace, folder).stderr).toContain('no exported configuration');
  expect(run('import', '--workspace', workspace, join(folders, 'missing')).code).toBe(exitCodes.refused);
  expect(run('import', '--workspace', workspace).code).toBe(exitCodes.usage);
  const nobody = '00000000-0000-7000-8000-000000000000';
  expect(lastJson(run('export', '--workspace', nobody, join(folders, 'x'), '--json'))).toMatchObject({
    error: { code: 'NOT_FOUND' },
  });
});
