import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { environmentFor, lightStores } from '../../src/testing/machine.ts';
import { waitUntilAllReady } from '../../src/testing/product/processes.ts';
import { readEngineAddresses } from '../../src/testing/product/product-traffic.ts';
import { removeDataDirectory, startProduct, type Product } from '../../src/testing/product/product.ts';
import { trackWorkspace, type TrackedWorkspace } from '../../src/testing/product/tracked-workspace.ts';
import {
  installCheckout,
  nameNextMigration,
  type Installed,
  type Variant,
} from '../../src/testing/upgrade/version-folders.ts';
import { fullTest, rounds } from '../../src/testing/rounds.ts';
import { readVersions, runUpgrade, startUpgrade } from '../../src/testing/upgrade/run-upgrade.ts';
import { logLoad, startUpgradeLoad } from '../../src/testing/upgrade/upgrade-load.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';

// Visitors are redirected only after the visit is on disk, so every answered visit must be recorded.
const environment = {
  WAYPOST_SPOOL_WAIT_MS: '20000',
  WAYPOST_EDGE_STANDBY: 'on',
};

const migration = nameNextMigration('requires_0_9_0_upgrade_note');
const dropping = nameNextMigration('requires_0_11_0_drop_note', { place: 2 });
const addNote = () => "ALTER TABLE landings ADD COLUMN upgrade_note text NOT NULL DEFAULT 'none';\n";
// Adds code to a file that exists.
const append = (code: string) => (text: string) => {
  if (text === '') throw new Error(`there is no file to which "${code}" can be added`);
  return `${text}\n${code}\n`;
};
const next: Variant = { version: '0.10.0', files: { [migration.path]: addNote } };
const crashing: Variant = {
  version: '0.11.0',
  files: {
    [migration.path]: addNote,
    'server/src/start/roles/worker.ts': append('setTimeout(() => process.exit(1), 3_000);'),
  },
};
const notStarting: Variant = {
  version: '0.11.1',
  files: {
    [migration.path]: addNote,
    'server/src/start/roles/edge/edge.ts': append('process.exit(7);'),
  },
};
// Lacks the migration, which no version before 0.9.0 tolerates.
const older: Variant = { version: '0.8.0' };
const skipping: Variant = {
  version: '0.12.0',
  files: {
    [migration.path]: addNote,
    [dropping.path]: () => 'ALTER TABLE landings DROP COLUMN upgrade_note;\n',
  },
};

describe.each(lightStores)('upgrade of a running installation with traffic in %s', (store) => {
  let installed: Installed;
  let product: Product;
  let tracked: TrackedWorkspace;

  beforeAll(async () => {
    installed = installCheckout();
    product = await startProduct({
      environment: { ...environment, ...environmentFor(store) },
      command: installed.command,
    });
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
    const { code, stdout } = await runUpgrade(product, installed.command, [
      '--check',
      '--repository',
      repository,
    ]);
    expect(code).toBe(0);
    expect(stdout).toContain(`From 0.9.0 to 0.10.0.\nMigrations: postgres/${migration.name}.\n`);
    expect(readdirSync(join(installed.base, 'releases'))).toEqual(['first']);
    expect(await hasNoteColumn(product)).toBe(false);
  });

  test('migrations require a recent backup', async () => {
    const repository = join(installed.base, 'repository');
    const { code, stderr } = await runUpgrade(product, installed.command, ['--repository', repository]);
    expect(code).toBe(4);
    expect(stderr).toContain('Pass --backup with a folder to back up first, or --without-backup.');
    expect(await hasNoteColumn(product)).toBe(false);
  });

  test('no visit, postback or API request fails during an upgrade that is killed and repeated', async () => {
    const repository = join(installed.base, 'repository');
    const args = ['--without-backup', '--repository', repository];
    const load = startUpgradeLoad(product, tracked, rounds(1, 2));
    // Killed after the first process was replaced.
    const killed = startUpgrade(product, installed.command, args);
    await waitUntil(() => existsSync(join(product.dataDirectory, 'run', 'switch.json')));
    await waitUntil(() => product.output().includes('switching all roles'));
    await waitUntil(async () => (await readVersionSet(product)).has('0.10.0'));
    process.kill(-(killed.pid ?? 0), 'SIGKILL');
    await waitUntil(async () => [...(await readVersionSet(product))].join() === '0.9.0');
    await waitUntil(() => !existsSync(join(product.dataDirectory, 'run', 'switch.json')));
    expect(readlinkSync(installed.link)).toBe('releases/first');
    // The old processes work with the new schema.
    expect(await hasNoteColumn(product)).toBe(true);

    const repeated = await runUpgrade(product, installed.command, args);
    expect(repeated.stderr).toContain('is ready');
    expect(repeated.stdout).toContain('Upgraded from 0.9.0 to 0.10.0.');
    expect(repeated.code).toBe(0);
    expect(await readVersionSet(product)).toEqual(new Set(['0.10.0']));
    expect(readlinkSync(installed.link)).toMatch(/^releases\/0\.10\.0-/);

    logLoad(await load.expectNothingLost());
  });

  test.each([
    [
      older,
      `schema was written by a newer Waypost, and its migration ${migration.version} (requires_0_9_0_upgrade_note) requires Waypost 0.9.0 or newer, not 0.8.0`,
    ],
    [skipping, `Migration postgres/${dropping.name} requires Waypost 0.11.0 to be running.`],
  ])('a version that does not fit the schema is refused: $version', async (variant, message) => {
    const repository = installed.release(variant);
    const args = ['--check', '--repository', repository, `v${variant.version}`];
    const checked = await runUpgrade(product, installed.command, args);
    expect(checked.stdout).toContain(message);
    expect(checked.code).toBe(4);
  });

  test('databases that are empty or belong to another program are refused', async () => {
    const url = new URL(readEngineAddresses(product).postgres);
    url.pathname = '/template1';
    const { environment: own } = product;
    const other = { environment: { ...own, WAYPOST_DATABASE_URL: url.href } };
    const { code, stdout } = await runUpgrade(other, installed.command, [
      '--check',
      '--repository',
      join(installed.base, 'repository'),
      'v0.10.0',
    ]);
    expect(stdout).toContain('The databases are empty or belong to another program.');
    expect(code).toBe(4);
  });

  describe.each([
    // The check can notice the crash before or after the restart.
    [
      'worker crashes',
      crashing,
      /The new version failed its check: (?:a process exited and was restarted|worker is not running)\./,
    ],
    ['edge does not start', notStarting, /The new version did not start: edge/],
  ])('an upgrade to a version whose %s', (_, variant, message) => {
    fullTest('returns to the previous version without refusing a visit or API request', async () => {
      const args = ['--without-backup', '--repository', installed.release(variant), `v${variant.version}`];
      const load = startUpgradeLoad(product, tracked, rounds(1, 2));
      const failed = await runUpgrade(product, installed.command, args);
      expect(failed.stderr).toMatch(message);
      expect(failed.stderr).toMatch(/All processes run (?:0\.10\.0|the previous version) again\./);
      expect(failed.code).toBe(4);
      expect(await readVersionSet(product)).toEqual(new Set(['0.10.0']));
      expect(readlinkSync(installed.link)).toMatch(/^releases\/0\.10\.0-/);
      logLoad(await load.expectNothingLost());
    });
  });
});

async function readVersionSet(product: Product): Promise<Set<string>> {
  return new Set((await readVersions(product)).values());
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
