import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeTemporaryDirectory } from '../../testing/temporary-directory.ts';
import { backUpSpool } from './back-up-spool.ts';
import { segmentFileName, type SegmentName } from './segment-name.ts';

const hourMs = 3_600_000;
const nowMs = Date.UTC(2026, 10, 19);
const segment = (number: number, rest: Partial<SegmentName> & { state: SegmentName['state'] }) =>
  segmentFileName({ spool: 'a', number, timeMs: nowMs, bytes: 3, shippedMs: nowMs, ...rest } as SegmentName);

function makeSpool(files: Record<string, string>): { root: string; target: string } {
  const [root, target] = [makeTemporaryDirectory(), makeTemporaryDirectory()];
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(root, name, '..'), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  return { root, target };
}
const copyTo = (target: string) => async (from: string, to: string) => {
  mkdirSync(join(target, to, '..'), { recursive: true });
  copyFileSync(from, join(target, to));
};
const listFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();

describe('backUpSpool', () => {
  it('copies rows that are not shipped, rejected rows, and segments that were shipped recently', async () => {
    const names = {
      open: segment(1, { state: 'open' }),
      sealed: segment(2, { state: 'sealed' }),
      recent: segment(3, { state: 'shipped', shippedMs: nowMs - hourMs }),
      old: segment(4, { state: 'shipped', shippedMs: nowMs - hourMs - 1 }),
    };
    const { root, target } = makeSpool({
      [`edge-1/visits/${names.open}`]: 'one',
      [`edge-1/visits/${names.sealed}`]: 'two',
      [`edge-1/visits/${names.recent}`]: 'three',
      [`edge-1/visits/${names.old}`]: 'four',
      'edge-1/visits/spool.json': '{}',
      'edge-1/visits/spool.json.new': '{}',
      'edge-1/visits/rejected/b.jsonl': 'five',
      'edge-1/snapshot.log': 'no spool',
      'edge-2/inbox/spool.json': '{}',
      'geo/city': 'no spool',
    });
    expect(await backUpSpool(root, nowMs, copyTo(target))).toBe(6);
    expect(listFiles(target)).toEqual(
      [names.open, names.sealed, names.recent, 'b.jsonl', 'spool.json', 'spool.json'].toSorted(),
    );
    expect(readFileSync(join(target, 'edge-1', 'visits', names.sealed), 'utf8')).toBe('two');
  });

  it('copies nothing if there is no spool', async () => {
    const target = makeTemporaryDirectory();
    expect(await backUpSpool(join(target, 'missing'), nowMs, copyTo(target))).toBe(0);
    expect(listFiles(target)).toEqual([]);
  });
});
