import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readChangelogSection } from './read-changelog.ts';
import { readManifest } from './runtime-packages.ts';

type ReleasePlan = { version: string; committedAt: Date; changes: string };

// A reason why nothing can be released. The message tells the maintainer what to do.
export class RefusedRelease extends Error {}

const semanticVersion = /^\d+\.\d+\.\d+(?:-[\da-z-]+(?:\.[\da-z-]+)*)?$/i;

// Decides what to release. A preview may have uncommitted changes and describes the unreleased ones.
export function planRelease(root: string, preview: string | undefined): ReleasePlan {
  const version = preview ?? readManifest(root).version;
  if (!semanticVersion.test(version)) throw new RefusedRelease(`${version} is not a version such as 1.2.0.`);
  const committedAt = new Date(runGit(root, ['log', '-1', '--format=%cI']).trim());
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  if (preview !== undefined)
    return {
      version,
      committedAt,
      changes: readChangelogSection(changelog, 'Unreleased') ?? 'No changes yet.',
    };
  const changed = runGit(root, ['status', '--porcelain']);
  if (changed !== '')
    throw new RefusedRelease(`The git tree has uncommitted changes:\n${changed}Commit or remove them first.`);
  const changes = readChangelogSection(changelog, version);
  if (changes === undefined)
    throw new RefusedRelease(
      `CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD". Move the unreleased changes into one.`,
    );
  if (readChangelogSection(changelog, 'Unreleased') !== undefined)
    throw new RefusedRelease(
      `CHANGELOG.md lists unreleased changes. Set the next version in the package.json files, and move the changes into its section.`,
    );
  requireUntagged(root, version);
  return { version, committedAt, changes };
}

function requireUntagged(root: string, version: string): void {
  const tagged = spawnSync('git', ['rev-parse', '--verify', '--quiet', `v${version}^{commit}`], {
    cwd: root,
    encoding: 'utf8',
  }).stdout.trim();
  if (tagged !== '' && tagged !== runGit(root, ['rev-parse', 'HEAD']).trim())
    throw new RefusedRelease(`The tag v${version} belongs to a different commit. Set the next version.`);
}

// Returns the files that belong to the repository, so that a stray file never gets into a package.
export function listFiles(root: string, places: readonly string[]): string[] {
  return runGit(root, ['ls-files', '-z', '--', ...places])
    .split('\0')
    .filter((name) => name !== '')
    .toSorted();
}

function runGit(root: string, args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new RefusedRelease(`A release needs a git checkout: ${stderr.trim()}`);
  return stdout;
}
