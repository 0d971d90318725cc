// Installs a released package with npm, and upgrades it to other packages while visitors arrive. Needs the npm registry.
import { mkdtempSync, existsSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect } from 'vitest';
import { lightStoreEnvironment } from '../../src/testing/machine.ts';
import { waitUntilAllReady } from '../../src/testing/product/processes.ts';
import { removeDataDirectory, startProduct, type Product } from '../../src/testing/product/product.ts';
import { trackWorkspace, type TrackedWorkspace } from '../../src/testing/product/tracked-workspace.ts';
import { fullTest } from '../../src/testing/rounds.ts';
import {
  buildRelease,
  changeRelease,
  installRelease,
  startRegistry,
  type Release,
} from '../../src/testing/upgrade/released-packages.ts';
import { readVersions, runUpgrade } from '../../src/testing/upgrade/run-upgrade.ts';
import { logLoad, startUpgradeLoad } from '../../src/testing/upgrade/upgrade-load.ts';

const environment = {
  ...lightStoreEnvironment,
  WAYPOST_SPOOL_WAIT_MS: '20000',
  WAYPOST_EDGE_STANDBY: 'on',
};

// These tests depend on each other.
describe('upgrade of an installed package', () => {
  const base = mkdtempSync(join(tmpdir(), 'waypost-packages-'));
  const link = join(base, 'current');
  const current = join(link, 'bin', 'waypost.mjs');
  let product: Product | undefined;
  let tracked: TrackedWorkspace;
  let first: Release;
  let running: Release;

  afterAll(async () => {
    await product?.stop();
    if (product !== undefined) removeDataDirectory(product.dataDirectory);
    rmSync(base, { recursive: true, force: true });
  });

  async function expectUpgrade(
    command: string,
    wanted: string,
    next: Release,
    extra: Record<string, string> = {},
  ): Promise<void> {
    const { version } = next;
    if (product === undefined) throw new Error('Waypost is not running');
    const load = startUpgradeLoad(product, tracked);
    const environmentOfCommand = { ...product.environment, ...extra };
    const result = await runUpgrade({ environment: environmentOfCommand }, command, [wanted]);
    expect(result.stderr + result.stdout).toContain(` to ${version}.\n`);
    expect(result.code).toBe(0);
    expect(new Set((await readVersions(product)).values())).toEqual(new Set([version]));
    expect(readlinkSync(link)).toMatch(new RegExp(`^releases/${version}-`));
    logLoad(await load.expectNothingLost());
    running = next;
  }

  fullTest('to a package file links the dependencies, which have not changed', async () => {
    first = buildRelease('99.0.0-preview.1', join(base, 'files'));
    const installed = installRelease(first, base);
    const command = join(installed, 'bin', 'waypost.mjs');
    product = await startProduct({ environment, command });
    tracked = await trackWorkspace(product);
    await waitUntilAllReady(product);
    const second = changeRelease(first, '99.1.0');
    await expectUpgrade(command, second.file, second);
    const data = 'ffi-rs/package.json';
    const [before, after] = [join(base, 'node_modules', data), join(link, 'node_modules', data)].map((path) =>
      statSync(path),
    );
    expect(after?.ino).toBe(before?.ino);
    expect(existsSync(join(link, 'node_modules', 'waypost'))).toBe(false);
  });

  fullTest('to a version in the npm registry, which can be the previous one', async () => {
    const { url, server } = await startRegistry([first]);
    try {
      await expectUpgrade(current, `waypost@${first.version}`, first, { npm_config_registry: url });
    } finally {
      server.close();
    }
  });

  fullTest('to a package file with other dependencies installs them with npm', async () => {
    const third = changeRelease(first, '99.2.0', ({ optionalDependencies }) => {
      delete optionalDependencies['@chdb/lib-darwin-x64'];
    });
    await expectUpgrade(current, third.file, third);
    expect(existsSync(join(link, 'node_modules', 'ffi-rs', 'package.json'))).toBe(true);
  });

  fullTest('starts from the link after a stop', async () => {
    const { dataDirectory } = product ?? {};
    await product?.stop();
    product = await startProduct({
      environment,
      command: current,
      ...(dataDirectory === undefined ? {} : { dataDirectory }),
    });
    await waitUntilAllReady(product);
    expect(new Set((await readVersions(product)).values())).toEqual(new Set([running.version]));
  });
});
