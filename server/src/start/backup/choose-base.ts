import type { Manifest } from './manifest.ts';

export type ListedBackup = { name: string; manifest: Pick<Manifest, 'clickhouse'> };
type ChosenBase = { backup: string; increment: number };

// Returns the full backup that the next increment is based on, or undefined if the next backup is full. Increments are
// never based on other increments, so each depends on one backup only. `backups` are sorted from old to new.
export function chooseBase(backups: readonly ListedBackup[], fullEvery: number): ChosenBase | undefined {
  const base = backups.findLast(({ manifest }) => isFull(manifest));
  if (base === undefined) return undefined;
  const increments = backups.map(({ manifest: { clickhouse } }) =>
    clickhouse?.base?.backup === base.name ? clickhouse.base.increment : 0,
  );
  const increment = Math.max(...increments) + 1;
  return increment < fullEvery ? { backup: base.name, increment } : undefined;
}

// A backup on a disk of an external server is not used as a base, because Waypost cannot keep or verify it.
function isFull({ clickhouse }: ListedBackup['manifest']): boolean {
  return clickhouse !== undefined && clickhouse.base === undefined && clickhouse.disk === undefined;
}

// Returns the backups to delete so that the newest `keep` remain, and the full backups that they need.
export function listOutdated(backups: readonly ListedBackup[], keep: number): string[] {
  const kept = backups.slice(-keep);
  const needed = new Set(kept.flatMap(({ name, manifest }) => [name, manifest.clickhouse?.base?.backup]));
  return backups.map(({ name }) => name).filter((name) => !needed.has(name));
}
