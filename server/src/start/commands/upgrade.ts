import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownProgram } from '../program.ts';
import type { Settings } from '../settings.ts';
import { findLayout } from '../upgrade/layout.ts';
import { planUpgrade, type UpgradePlan } from '../upgrade/plan-upgrade.ts';
import { prepareVersion } from '../upgrade/prepare-version.ts';
import { openSource } from '../upgrade/version-source.ts';

type UpgradeOptions = {
  wanted: string | undefined;
  repository: string | undefined;
  onProgress: (step: string, detail: string) => void;
};

// Reads only the files that the plan needs, and removes them afterward.
export async function checkUpgrade(settings: Settings, options: UpgradeOptions): Promise<UpgradePlan> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-check-'));
  const source = open(options);
  try {
    source.extract(folder, ['package.json', 'package-lock.json', 'server/migrations']);
    return await planUpgrade(settings, { version: source.version, folder });
  } finally {
    source.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

// Prepares the version beside the running one, and lets it do the rest. Returns its exit code.
export async function upgrade(
  options: UpgradeOptions & { onPrepared: () => void },
  flags: readonly string[],
): Promise<number> {
  const { root } = ownProgram();
  const source = open(options);
  let folder: string;
  try {
    folder = await prepareVersion(source, { layout: findLayout(root), root, onProgress: options.onProgress });
  } finally {
    source.close();
    options.onPrepared();
  }
  const command = join(folder, 'bin', 'waypost.mjs');
  if (!existsSync(command)) throw new Error(`${command} is missing`);
  const child = spawn(process.execPath, [command, 'upgrade', '--activate', ...flags], { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

function open({ wanted, repository }: UpgradeOptions) {
  const { root } = ownProgram();
  return openSource(wanted, { root, ...(repository === undefined ? {} : { repository }) });
}
