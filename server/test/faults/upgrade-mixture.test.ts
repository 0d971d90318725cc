// Runs roles of an earlier version and of a newer version side by side, on the newer schema.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { migrateClickHouse } from '../../src/traffic/clickhouse/migration-history.ts';
import { migratePostgres } from '../../src/platform/migrations/postgres-history.ts';
import { readMigrations } from '../../src/platform/migrations/read-migrations.ts';
import { environmentFor, lightStores } from '../../src/testing/machine.ts';
import { makeDataDirectory } from '../../src/testing/product/prepared-directory.ts';
import { waitUntilAllReady } from '../../src/testing/product/processes.ts';
import { readEngineAddresses } from '../../src/testing/product/product-traffic.ts';
import { removeDataDirectory, startProduct, type Product } from '../../src/testing/product/product.ts';
import { trackWorkspace } from '../../src/testing/product/tracked-workspace.ts';
import { fullTest } from '../../src/testing/rounds.ts';
import { switchToMixture, type RoleFolders } from '../../src/testing/upgrade/mixed-program.ts';
import { readVersions } from '../../src/testing/upgrade/run-upgrade.ts';
import { logLoad, startUpgradeLoad } from '../../src/testing/upgrade/upgrade-load.ts';
import { hasCommit, nameNextMigration, prepareFolder } from '../../src/testing/upgrade/version-folders.ts';

// The first commit whose supervisor can switch to another version. Replace it with the tag of the latest release.
const earlier = '04d56f9908d0310c5c4d0b5b92ceb0d436fd44e0';
const roles = ['api', 'edge', 'worker'] as const;
const environment = {
  WAYPOST_SPOOL_WAIT_MS: '20000',
  WAYPOST_EDGE_STANDBY: 'on',
};
const migration = nameNextMigration('upgrade_note');
const trafficMigration = nameNextMigration('upgrade_note', { history: 'clickhouse' });
const newer = {
  version: '0.10.0',
  files: {
    [migration.path]: () => "ALTER TABLE landings ADD COLUMN upgrade_note text NOT NULL DEFAULT 'none';\n",
    [trafficMigration.path]: () =>
      "ALTER TABLE events {{on_cluster}} ADD COLUMN IF NOT EXISTS upgrade_note String DEFAULT 'none';\n",
  },
};

describe.each(lightStores)('roles of two versions with traffic in %s', (store) => {
  fullTest('work side by side in each combination, and lose and refuse nothing', async ({ skip }) => {
    if (!hasCommit(earlier)) skip(`needs the history with commit ${earlier}`);
    const base = mkdtempSync(join(tmpdir(), 'waypost-mixture-'));
    onTestFinished(() => rmSync(base, { recursive: true, force: true }));
    const folders = { '0.9.0': join(base, 'earlier'), '0.10.0': join(base, 'newer') };
    prepareFolder(folders['0.9.0'], { ref: earlier });
    prepareFolder(folders['0.10.0'], newer);
    const product = await startProduct({
      environment: { ...environment, ...environmentFor(store) },
      command: join(folders['0.9.0'], 'bin', 'waypost.mjs'),
      dataDirectory: makeDataDirectory(),
    });
    onTestFinished(async () => {
      await product.stop();
      removeDataDirectory(product.dataDirectory);
    });
    await migrateTo(folders['0.10.0'], product);
    const tracked = await trackWorkspace(product);
    await waitUntilAllReady(product);
    const run = async (name: string, versions: Record<keyof RoleFolders, keyof typeof folders>) => {
      const load = startUpgradeLoad(product, tracked);
      const chosen = Object.fromEntries(roles.map((role) => [role, folders[versions[role]]])) as RoleFolders;
      await switchToMixture(product, join(base, name), chosen);
      await waitUntilAllReady(product);
      for (const [process, version] of await readVersions(product))
        expect(`${process} ${version}`).toBe(
          `${process} ${versions[process.replace(/-\d+$/, '') as keyof RoleFolders]}`,
        );
      process.stdout.write(`${name}: `);
      logLoad(await load.expectNothingLost());
    };
    for (const role of roles) {
      await run(`only-${role}-new`, { ...allRoles('0.9.0'), [role]: '0.10.0' });
      await run(`only-${role}-old`, { ...allRoles('0.10.0'), [role]: '0.9.0' });
    }
  });
});

async function migrateTo(folder: string, product: Product): Promise<void> {
  const { postgres, traffic } = readEngineAddresses(product);
  const read = (history: string) => readMigrations(join(folder, 'server', 'migrations', history));
  const { applied } = await migratePostgres(postgres, read('postgres'));
  expect(applied).toContain(migration.name);
  if (traffic.store !== 'clickhouse') return;
  const options = { url: traffic.url, lockUrl: postgres, migrations: read('clickhouse'), topology: {} };
  expect((await migrateClickHouse(options)).applied).toContain(trafficMigration.name);
}

function allRoles<Version>(version: Version): Record<keyof RoleFolders, Version> {
  return { api: version, edge: version, worker: version };
}
