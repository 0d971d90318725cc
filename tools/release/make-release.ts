import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildBillOfMaterials } from './build-bill-of-materials.ts';
import { buildPackage } from './build-package.ts';
import { readPackages } from './lock-file.ts';
import { planRelease, RefusedRelease } from './plan-release.ts';
import { writeReleaseNotes } from './read-changelog.ts';
import { readManifest } from './runtime-packages.ts';

type ReleaseOptions = { preview?: string | undefined; out?: string | undefined };

// Writes the files of a release to a folder and returns their paths.
export async function makeRelease(root: string, { preview, out }: ReleaseOptions): Promise<string[]> {
  const { version, committedAt, changes } = planRelease(root, preview);
  const folder = resolve(out ?? join(root, 'release', version));
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new RefusedRelease(`${folder} is not empty. Choose an empty folder with --out.`);
  mkdirSync(folder, { recursive: true });
  const staged = mkdtempSync(join(tmpdir(), 'waypost-release-'));
  try {
    const built = await buildPackage(root, version, staged);
    const lock = readPackages(join(root, 'package-lock.json'));
    const { license } = readManifest(root);
    const bill = buildBillOfMaterials({ ...built, version, license, committedAt, lock });
    writeFileSync(join(folder, `waypost-${version}.cdx.json`), `${JSON.stringify(bill, null, 2)}\n`);
    pack(staged, folder);
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
  writeFileSync(join(folder, 'release-notes.md'), writeReleaseNotes(version, changes));
  writeFileSync(join(folder, 'SHA256SUMS'), listChecksums(folder));
  return readdirSync(folder).map((name) => join(folder, name));
}

function pack(source: string, folder: string): void {
  const npm = process.env['npm_execpath'];
  const [command, args] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  const flags = ['--ignore-scripts', '--loglevel=error', '--pack-destination', folder];
  const { status, error } = spawnSync(command, [...args, 'pack', ...flags], {
    cwd: source,
    stdio: ['ignore', 'ignore', 2],
  });
  if (status !== 0)
    throw new Error(`npm could not pack the release${error === undefined ? '' : `: ${error.message}`}`);
}

// In the format that `sha256sum --check` reads.
function listChecksums(folder: string): string {
  const lines = readdirSync(folder)
    .toSorted()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')}  ${name}\n`,
    );
  return lines.join('');
}
