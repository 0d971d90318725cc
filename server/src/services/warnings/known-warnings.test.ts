import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readRecordsState } from '../../store/records/records-state.ts';
import type { Database } from '../../store/database/database.ts';
import type { WorkspaceContext } from '../context.ts';
import { readKnownWarnings } from './known-warnings.ts';
import { readWarnedRecords } from './list-warnings.ts';

vi.mock('../../store/records/records-state.ts', () => ({ readRecordsState: vi.fn() }));
vi.mock('./list-warnings.ts', () => ({ readWarnedRecords: vi.fn() }));

const readState = vi.mocked(readRecordsState);
const readRecords = vi.mocked(readWarnedRecords);
let database: Database;

beforeEach(() => {
  database = {
    readInWorkspace: (_workspaceId: string, _kind: string, work: (executor: undefined) => unknown) =>
      work(undefined),
  } as unknown as Database;
  readState.mockResolvedValue('1');
  readRecords.mockImplementation(() => Promise.resolve([]));
});

afterEach(() => vi.resetAllMocks());

async function readOf(workspaceId: string) {
  const actor = { type: 'operator', label: 'test' } as const;
  const context: WorkspaceContext = { database, actor, workspaceId, now: () => new Date() };
  return await readKnownWarnings(context);
}

async function isCached(workspaceId: string): Promise<boolean> {
  const before = readRecords.mock.calls.length;
  await readOf(workspaceId);
  return readRecords.mock.calls.length === before;
}

it('caches warnings until a record changes', async () => {
  expect(await isCached('a')).toBe(false);
  expect(await isCached('a')).toBe(true);
  expect(await isCached('b')).toBe(false);
  readState.mockResolvedValue('2');
  expect(await isCached('a')).toBe(false);
  expect(await isCached('a')).toBe(true);
});

it('caches 200 workspaces and removes the least recently used one', async () => {
  for (let index = 0; index < 200; index += 1) await readOf(String(index));
  expect(await isCached('0')).toBe(true);
  expect(await isCached('200')).toBe(false);
  expect(await isCached('0')).toBe(true);
  expect(await isCached('2')).toBe(true);
  expect(await isCached('1')).toBe(false);
});

it('does not cache a failed read', async () => {
  readRecords.mockRejectedValueOnce(new Error('connection lost'));
  await expect(readOf('a')).rejects.toThrow('connection lost');
  expect(await isCached('a')).toBe(false);
});

it('keeps a newer result when an older read fails', async () => {
  const older = Promise.withResolvers<never>();
  readRecords.mockReturnValueOnce(older.promise);
  const failing = expect(readOf('a')).rejects.toThrow('connection lost');
  await vi.waitUntil(() => readRecords.mock.calls.length === 1);
  readState.mockResolvedValue('2');
  await readOf('a');
  older.reject(new Error('connection lost'));
  await failing;
  expect(await isCached('a')).toBe(true);
});
