import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lightStoreEnvironment } from '../../src/testing/machine.ts';
import { waitUntilAllReady } from '../../src/testing/product/processes.ts';
import { readEngineAddresses } from '../../src/testing/product/product-traffic.ts';
import { removeDataDirectory, startProduct, type Product } from '../../src/testing/product/product.ts';
import { trackWorkspace, type TrackedWorkspace } from '../../src/testing/product/tracked-workspace.ts';
import { installCheckout, type Installed, type Variant } from '../../src/testing/upgrade/version-folders.ts';
import { fullTest, rounds } from '../../src/testing/rounds.ts';
import { startUpgradeLoad, type UpgradeLoad } from '../../src/testing/upgrade/upgrade-load.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';

// Visitors are redirected only after the visit is on disk, so every answered visit must be recorded.
const environment = {
  ...lightStoreEnvironment,
  WAYPOST_SPOOL_WAIT_MS: '20000',
  WAYPOST_EDGE_STANDBY: 'on',
};

const migration = 'server/migrations/postgres/0012_upgrade_note.sql';
const addNote = () => "ALTER TABLE landings ADD COLUMN upgrade_note text NOT NULL DEFAULT 'none';\n";
const next: Variant = { version: '0.10.0', files: { [migration]: addNote } };
const crashing: Variant = {
  version: '0.11.0',
  files: {
    [migration]: addNote,
    'server/src/start/roles/worker.ts': (text) => `${text}\nsetTimeout(() => process.exit(1), 3_000);\n`,
  },
};

describe('upgrade of a running installation', () => {
  let installed: Installed;
  let product: Product;
  let tracked: TrackedWorkspace;

  beforeAll(async () => {
    installed = installCheckout();
    product = await startProduct({ environment, command: installed.command });
    tracked = await trackWorkspace(product);
    await waitUntilAllReady(product);
  });

  afterAll(async () => {
    await product.stop();
    removeDataDirectory(product.dataDirectory);
    installed.remove();
  });

  test('a check shows the migrations and changes nothing', async () => {
    const repository = installed.release(next);
    const { code, stdout } = await upgrade(product, installed, ['--check', '--repository', repository]);
    expect(code).toBe(0);
    expect(stdout).toContain('From 0.9.0 to 0.10.0.\nMigrations: postgres/0012_upgrade_note.\n');
    expect(readdirSync(join(installed.base, 'releases'))).toEqual(['first']);
    expect(await hasNoteColumn(product)).toBe(false);
  });

  test('migrations require a recent backup', async () => {
    const repository = join(installed.base, 'repository');
    const { code, stderr } = await upgrade(product, installed, ['--repository', repository]);
    expect(code).toBe(4);
    expect(stderr).toContain('Pass --backup with a folder to back up first, or --without-backup.');
    expect(await hasNoteColumn(product)).toBe(false);
  });

  test('no visit, postback or API request fails during an upgrade that is killed and repeated', async () => {
    const repository = join(installed.base, 'repository');
    const args = ['--without-backup', '--repository', repository];
    const load = startUpgradeLoad(product, tracked, rounds(1, 2));
    // Killed after the first process was replaced.
    const killed = startUpgrade(product, installed, args);
    await waitUntil(() => existsSync(join(product.dataDirectory, 'run', 'switch.json')));
    await waitUntil(() => product.output().includes('switching all roles'));
    await waitUntil(async () => (await readVersions(product)).includes('0.10.0'));
    process.kill(-(killed.pid ?? 0), 'SIGKILL');
    await waitUntil(async () => (await readVersions(product)).every((version) => version === '0.9.0'));
    await waitUntil(() => !existsSync(join(product.dataDirectory, 'run', 'switch.json')));
    expect(readlinkSync(installed.link)).toBe('releases/first');
    // The old processes work with the new schema.
    expect(await hasNoteColumn(product)).toBe(true);

    const repeated = await upgrade(product, installed, args);
    expect(repeated.stderr).toContain('is ready');
    expect(repeated.stdout).toContain('Upgraded from 0.9.0 to 0.10.0.');
    expect(repeated.code).toBe(0);
    expect(new Set(await readVersions(product))).toEqual(new Set(['0.10.0']));
    expect(readlinkSync(installed.link)).toMatch(/^releases\/0\.10\.0-/);

    logLoad(await load.expectNothingLost());
  });

  fullTest(
    'no visit or API request fails while a version whose worker crashes is installed and given up',
    async () => {
      const repository = join(installed.base, 'repository');
      const args = ['--without-backup', '--repository', repository];
      const load = startUpgradeLoad(product, tracked, rounds(1, 2));
      installed.release(crashing);
      const failed = await upgrade(product, installed, [...args, 'v0.11.0']);
      expect(failed.stderr).toContain('All processes run 0.10.0 again.');
      expect(failed.code).toBe(4);
      expect(new Set(await readVersions(product))).toEqual(new Set(['0.10.0']));
      expect(readlinkSync(installed.link)).toMatch(/^releases\/0\.10\.0-/);
      logLoad(await load.expectNothingLost());
    },
  );
});

function logLoad({
  visits,
  postbacks,
  writes,
  seconds,
}: Awaited<ReturnType<UpgradeLoad['expectNothingLost']>>) {
  process.stdout.write(
    `${visits} visits (${Math.round(visits / seconds)} per second), ${postbacks} postbacks and ${writes} writes in ${Math.round(seconds)} s\n`,
  );
  expect(Math.min(visits, postbacks, writes)).toBeGreaterThan(50);
}

type Output = { code: number | null; stdout: string; stderr: string };

function startUpgrade(product: Product, { command }: Installed, args: string[]): ChildProcess {
  return spawn(process.execPath, [command, 'upgrade', ...args], {
    env: product.environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
}

async function upgrade(product: Product, installed: Installed, args: string[]): Promise<Output> {
  const child = startUpgrade(product, installed, args);
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (text: string) => (output[name] += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...output };
}

// Versions of the running role processes.
async function readVersions({ urls }: Product): Promise<string[]> {
  const response = await fetch(`${urls.status}/readyz`);
  const { checks } = (await response.json()) as { checks: { version?: string }[] };
  return checks.flatMap(({ version }) => version ?? []);
}

async function hasNoteColumn(product: Product): Promise<boolean> {
  const client = new Client({ connectionString: readEngineAddresses(product).postgres });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `SELECT FROM information_schema.columns WHERE table_name = 'landings' AND column_name = 'upgrade_note'`,
    );
    return rowCount === 1;
  } finally {
    await client.end();
  }
}
