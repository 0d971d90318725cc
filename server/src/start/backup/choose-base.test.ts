import { describe, expect, it } from 'vitest';
import { chooseBase, listOutdated, type ListedBackup } from './choose-base.ts';

const full = (name: string): ListedBackup => ({ name, manifest: { clickhouse: { database: 'waypost' } } });
const increment = (name: string, backup: string, number: number): ListedBackup => ({
  name,
  manifest: {
    clickhouse: { database: 'waypost', base: { backup, checksum: 'abc', increment: number } },
  },
});
const withoutClickHouse: ListedBackup = { name: 'p', manifest: {} };
const onDisk: ListedBackup = {
  name: 'd',
  manifest: { clickhouse: { database: 'waypost', disk: { name: 'backups', folder: 'd' } } },
};

describe('chooseBase', () => {
  it('chooses nothing without a full backup that Waypost keeps', () => {
    for (const backups of [[], [withoutClickHouse], [onDisk], [increment('b', 'deleted', 1)]])
      expect(chooseBase(backups, 7)).toBeUndefined();
  });

  it('chooses the newest full backup until the interval is over', () => {
    expect(chooseBase([full('a')], 3)).toEqual({ backup: 'a', increment: 1 });
    expect(chooseBase([full('a'), increment('b', 'a', 1)], 3)).toEqual({ backup: 'a', increment: 2 });
    expect(chooseBase([full('a'), increment('b', 'a', 1), increment('c', 'a', 2)], 3)).toBeUndefined();
    expect(chooseBase([full('a'), increment('b', 'a', 2), full('c'), withoutClickHouse], 3)).toEqual({
      backup: 'c',
      increment: 1,
    });
  });

  it('ends the interval although earlier increments were deleted', () => {
    expect(chooseBase([full('a'), increment('c', 'a', 2)], 3)).toBeUndefined();
  });

  it('chooses nothing if every backup must be full', () => {
    expect(chooseBase([full('a')], 1)).toBeUndefined();
  });
});

describe('listOutdated', () => {
  const backups = [full('a'), increment('b', 'a', 1), increment('c', 'a', 2), full('d'), full('e')];

  it('keeps the newest backups', () => {
    expect(listOutdated(backups, 2)).toEqual(['a', 'b', 'c']);
    expect(listOutdated(backups, 9)).toEqual([]);
  });

  it('keeps a full backup as long as an increment needs it', () => {
    expect(listOutdated(backups, 3)).toEqual(['b']);
    expect(listOutdated([full('a'), increment('b', 'a', 1), increment('c', 'a', 2)], 1)).toEqual(['b']);
  });
});
