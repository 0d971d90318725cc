import {
  chmodSync,
  existsSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { readRunFile } from '../../platform/json-file.ts';
import { makeDirectory } from '../../platform/make-directory.ts';

// Releases are in folders side by side, and the link leads to the one that the next start uses.
export type Layout = {
  releases: string;
  link: string;
};

type Prepared = { version: string; source: string; preparedAt: string };

const folderName = 'releases';

// The first upgrade of a version that was started from another folder creates the layout beside that folder.
export function findLayout(root: string): Layout {
  const path = realpathSync(root);
  const place = path.lastIndexOf(`${sep}${folderName}${sep}`);
  const base = place === -1 ? findBase(path) : path.slice(0, place);
  return { releases: join(base, folderName), link: join(base, 'current') };
}

// npm deletes what it did not install from its own folders. A global installation is in a folder of the system.
function findBase(root: string): string {
  const place = root.indexOf(`${sep}node_modules${sep}`);
  if (place === -1) return dirname(root);
  const folder = root.slice(0, place);
  return existsSync(join(folder, 'package.json')) ? folder : join(folder, 'waypost');
}

export function isInLayout(root: string, { releases }: Layout): boolean {
  return realpathSync(root).startsWith(`${releases}${sep}`);
}

export function openLayout(layout: Layout): Layout {
  makeDirectory(layout.releases, 0o755);
  return layout;
}

// The file is written last, so a folder without it is incomplete.
export function readPrepared(folder: string): Prepared | undefined {
  return readRunFile(preparedFile(folder)) as Prepared | undefined;
}

// The service may run as another user.
export function writePrepared(folder: string, prepared: Prepared): void {
  const temporary = `${preparedFile(folder)}.new`;
  writeFileSync(temporary, `${JSON.stringify(prepared, null, 2)}\n`, { flush: true });
  chmodSync(temporary, 0o644);
  renameSync(temporary, preparedFile(folder));
}

// Renaming replaces the link in one step.
export function pointTo({ link }: Layout, root: string): void {
  const temporary = `${link}.next`;
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

export function removeOtherReleases({ releases }: Layout, kept: readonly string[]): string[] {
  const removed = readdirSync(releases, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(releases, name))
    .filter((folder) => !kept.some((path) => path === folder || path.startsWith(`${folder}${sep}`)));
  for (const folder of removed) rmSync(folder, { recursive: true, force: true });
  return removed.map((folder) => basename(folder));
}

function preparedFile(folder: string): string {
  return join(folder, '.prepared.json');
}
