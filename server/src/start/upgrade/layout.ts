import { readdirSync, readlinkSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { readRunFile, writeJsonFile } from '../../platform/json-file.ts';
import { makeDirectory } from '../../platform/make-directory.ts';

// Versions are in folders side by side, and the link leads to the one that the next start uses.
export type Layout = {
  versions: string;
  link: string;
  // The folder of the running version was not created by an upgrade.
  isFirst: boolean;
};

type Prepared = { version: string; source: string; preparedAt: string };

export function findLayout(root: string): Layout {
  const parent = dirname(realpathSync(root));
  const isFirst = basename(parent) !== 'versions';
  const base = isFirst ? parent : dirname(parent);
  return { versions: join(base, 'versions'), link: join(base, 'current'), isFirst };
}

export function openLayout(layout: Layout): Layout {
  makeDirectory(layout.versions, 0o755);
  return layout;
}

// The file is written last, so a folder without it is incomplete.
export function readPrepared(folder: string): Prepared | undefined {
  return readRunFile(preparedFile(folder)) as Prepared | undefined;
}

export function writePrepared(folder: string, prepared: Prepared): void {
  writeJsonFile(preparedFile(folder), prepared);
}

// Renaming replaces the link in one step.
export function pointTo({ link }: Layout, root: string): void {
  const temporary = `${link}.new`;
  rmSync(temporary, { force: true });
  symlinkSync(relative(dirname(link), root), temporary);
  renameSync(temporary, link);
}

export function readLink({ link }: Layout): string | undefined {
  try {
    return join(dirname(link), readlinkSync(link));
  } catch {
    return undefined;
  }
}

export function removeOtherVersions({ versions }: Layout, kept: readonly string[]): string[] {
  const names = new Set(kept.map((folder) => basename(folder)));
  const removed = readdirSync(versions, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !names.has(entry.name))
    .map(({ name }) => name);
  for (const name of removed) rmSync(join(versions, name), { recursive: true, force: true });
  return removed;
}

function preparedFile(folder: string): string {
  return join(folder, '.prepared.json');
}
