import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownProgram } from '../program.ts';
import type { Settings } from '../settings.ts';
import { repeatAsOwner, runActivation } from '../upgrade/activation-channel.ts';
import { findLayout } from '../upgrade/layout.ts';
import { planUpgrade, type UpgradePlan } from '../upgrade/plan-upgrade.ts';
import { prepareVersion } from '../upgrade/prepare-version.ts';
import { openSource } from '../upgrade/version-source.ts';

type UpgradeOptions = {
  wanted: string | undefined;
  repository: string | undefined;
  onProgress: (step: string, detail: string) => void;
};

// Reads only the files that the plan needs, and removes them afterward. Returns an exit code if root let the owner of the
// data make and print the plan.
export async function checkUpgrade(
  settings: Settings,
  options: UpgradeOptions,
): Promise<UpgradePlan | number> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-check-'));
  const source = open(options);
  try {
    source.extract(folder, ['package.json', 'package-lock.json', 'server/migrations']);
    execFileSync('chmod', ['-R', 'go+rX', folder]);
    const code = await repeatAsOwner(settings.dataDirectory, ['--plan', folder]);
    return code ?? (await planUpgrade(settings, { version: source.version, folder }));
  } finally {
    source.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function planFolder(settings: Settings, folder: string): Promise<UpgradePlan> {
  const manifest = readFileSync(join(folder, 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  return await planUpgrade(settings, { version, folder });
}

// Prepares the version beside the running one, and lets it do the rest. Returns its exit code.
export async function upgrade(
  settings: Settings,
  options: UpgradeOptions & { onPrepared: () => void },
  flags: readonly string[],
): Promise<number> {
  const { root } = ownProgram();
  const layout = findLayout(root);
  const source = open(options);
  let folder: string;
  try {
    folder = await prepareVersion(source, { layout, root, onProgress: options.onProgress });
  } finally {
    source.close();
    options.onPrepared();
  }
  const args = ['upgrade', '--activate', ...flags];
  const { dataDirectory } = settings;
  return await runActivation({ folder, args, layout, dataDirectory });
}

function open({ wanted, repository }: UpgradeOptions) {
  const { root } = ownProgram();
  return openSource(wanted, { root, ...(repository === undefined ? {} : { repository }) });
}
