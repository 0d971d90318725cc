// Runs roles of an earlier version and of a newer version side by side, on the newer schema.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { migratePostgres } from '../../src/platform/migrations/postgres-history.ts';
import { readMigrations } from '../../src/platform/migrations/read-migrations.ts';
import { lightStoreEnvironment } from '../../src/testing/machine.ts';
import { makeDataDirectory } from '../../src/testing/product/prepared-directory.ts';
import { waitUntilAllReady } from '../../src/testing/product/processes.ts';
import { readEngineAddresses } from '../../src/testing/product/product-traffic.ts';
import { removeDataDirectory, startProduct } from '../../src/testing/product/product.ts';
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
  ...lightStoreEnvironment,
  WAYPOST_SPOOL_WAIT_MS: '20000',
  WAYPOST_EDGE_STANDBY: 'on',
};
const migration = nameNextMigration('upgrade_note');
const newer = {
  version: '0.10.0',
  files: {
    [migration.path]: () =>
      "ALTER TABLE landings ADD COLUMN upgrade_note text NOT NULL DEFAULT 'none';\n",
  },
};

describe('roles of two versions', () => {
  fullTest('work side by side in each combination, and lose and refuse nothing', async ({ skip }) => {
    if (!hasCommit(earlier)) skip(`needs the history with commit ${earlier}`);
    const base = mkdtempSync(join(tmpdir(), 'waypost-mixture-'));
    onTestFinished(() => rmSync(base, { recursive: true, force: true }));
    const folders = { '0.9.0': join(base, 'earlier'), '0.10.0': join(base, 'newer') };
    prepareFolder(folders['0.9.0'], { ref: earlier });
    prepareFolder(folders['0.10.0'], newer);
    const product = await startProduct({
      environment,
      command: join(folders['0.9.0'], 'bin', 'waypost.mjs'),
      dataDirectory: makeDataDirectory(),
    });
    onTestFinished(async () => {
      await product.stop();
      removeDataDirectory(product.dataDirectory);
    });
    const migrations = readMigrations(join(folders['0.10.0'], 'server', 'migrations', 'postgres'));
    const { applied } = await migratePostgres(readEngineAddresses(product).postgres, migrations);
    expect(applied).toContain(migration.name);
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

function allRoles<Version>(version: Version): Record<keyof RoleFolders, Version> {
  return { api: version, edge: version, worker: version };
}
