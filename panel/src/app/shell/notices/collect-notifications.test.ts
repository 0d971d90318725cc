import { expect, it } from 'vitest';
import type { CostEntry, ListedInboxReplay, Upload } from '../../../lib/api/api.ts';
import { collectNotifications } from './collect-notifications.ts';

const createdBy = { type: 'user' as const, id: 'me', label: 'anna@example.com' };
const at = '2026-11-16T11:20:45.018Z';
const upload: Upload = {
  id: 'u1',
  kind: 'costs',
  fileName: 'spend.csv',
  dryRun: false,
  state: 'done',
  progress: { bytes: 1_482, lines: 1_231, taken: 1_230, refused: 1 },
  counts: {},
  failure: null,
  canUndo: true,
  undoneAt: null,
  createdAt: at,
  createdBy,
  endedAt: at,
};
const cost: CostEntry = {
  id: 'c1',
  campaignId: 'k1',
  campaignName: 'Spring',
  from: at,
  to: at,
  tokens: {},
  mode: 'add',
  amount: '125',
  currency: 'EUR',
  original: { amount: '125', currency: 'EUR' },
  takenOut: null,
  status: 'spread',
  reason: null,
  visits: 1,
  progress: { done: 4, parts: 4 },
  replacedBy: null,
  createdAt: at,
  createdBy,
  withdrawnAt: null,
};
const since = new Date('2026-11-16T00:00:00Z');

function collect(uploads: Upload[], costs: CostEntry[], read: string[] = []) {
  return collectWith({ uploads, costs, replays: [] }, read);
}

function collectWith(work: Parameters<typeof collectNotifications>[0], read: string[] = []) {
  return collectNotifications(work, { personId: 'me', since, isRead: (key) => read.includes(key) });
}
const titles = (notices: { title: string }[]) => notices.map(({ title }) => title);

it('collectNotifications shows the progress of uploads and lists running work first', () => {
  const notices = collect(
    [
      upload,
      { ...upload, id: 'u2', dryRun: true, fileName: 'try.csv' },
      {
        ...upload,
        id: 'u3',
        state: 'failed',
        fileName: 'broken.csv',
        failure: { reason: 'unreadable', message: 'Not a CSV file.' },
        progress: { bytes: 9, lines: 1, taken: 1, refused: 0 },
      },
      { ...upload, id: 'u4', state: 'reading', fileName: 'long.csv', endedAt: null },
      { ...upload, id: 'u5', state: 'waiting', endedAt: null },
    ],
    [],
  );
  expect(notices.map(({ title, detail, state }) => [title, detail, state])).toEqual([
    ['Importing long.csv', '1,231 lines read, 1 skipped', 'running'],
    ['spend.csv imported', '1,230 of 1,231 lines imported', 'done'],
    ['Preview of try.csv ready', '1,230 of 1,231 lines can be imported', 'done'],
    ['Import of broken.csv failed', 'Not a CSV file. 1 of 1 line imported.', 'failed'],
  ]);
});

it('collectNotifications names the campaign of a single cost entry and groups entries with the same status', () => {
  expect(collect([], [cost])).toEqual([
    {
      keys: ['c1 spread'],
      title: 'Cost applied: Spring',
      detail: '€125.00, 1 visit',
      state: 'done',
      campaignId: 'k1',
    },
  ]);
  const pending = (id: string, done: number): CostEntry => ({
    ...cost,
    id,
    campaignName: `Campaign ${id}`,
    status: 'pending',
    progress: { done, parts: 4 },
  });
  const [together] = collect([], [pending('1', 0), pending('2', 2), pending('3', 2), pending('4', 0)]);
  expect(together).toMatchObject({
    title: 'Applying 4 cost entries',
    detail: 'Campaign 1, Campaign 2, Campaign 3 and 1 more',
    share: 0.25,
  });
  const [uncounted] = collect([], [pending('1', 1), { ...pending('2', 0), progress: null }]);
  expect(uncounted).not.toHaveProperty('share');
  expect(collect([], [{ ...cost, status: 'failed', reason: 'No rate for EUR.' }])).toMatchObject([
    { title: 'Cost not applied: Spring', detail: 'No rate for EUR.', state: 'failed' },
  ]);
});

it('collectNotifications hides a read notification until its status changes', () => {
  const read = ['u1 done', 'c1 spread', 'c2 pending'];
  expect(collect([upload], [cost], read)).toEqual([]);
  expect(titles(collect([], [cost, { ...cost, id: 'c2' }], read))).toEqual(['Cost applied: Spring']);
  // Running work is listed until it has finished.
  expect(titles(collect([], [{ ...cost, id: 'c2', status: 'pending' }], read))).toEqual([
    'Applying cost: Spring',
  ]);
});

it('collectNotifications includes replays of incoming postbacks but not previews', () => {
  const replay: ListedInboxReplay = {
    id: 'r1',
    isPreview: false,
    campaignId: 'k1',
    campaignVersion: 2,
    from: at,
    to: at,
    state: 'running',
    progress: { done: 200, of: 50_000 },
    failure: null,
    createdAt: at,
    createdBy,
    endedAt: null,
    result: { requests: 200, changed: 150, verdicts: [] },
  };
  const replays = [replay, { ...replay, id: 'r2', isPreview: true }];
  expect(collectWith({ uploads: [], costs: [], replays })).toEqual([
    {
      keys: ['r1 running'],
      title: 'Replaying incoming postbacks',
      detail: '200 of 50,000 requests, 150 changed',
      state: 'running',
      share: 0.004,
      campaignId: 'k1',
    },
  ]);
});

it('collectNotifications leaves out work by other people and work that ended before the cutoff', () => {
  const other = { ...createdBy, id: 'somebody' };
  const past = '2026-11-15T23:59:59.000Z';
  expect(collect([{ ...upload, createdBy: other }], [{ ...cost, createdBy: other }])).toEqual([]);
  expect(collect([{ ...upload, endedAt: past }], [{ ...cost, createdAt: past }])).toEqual([]);
  expect(collect([], [{ ...cost, createdAt: past, status: 'withdrawn', withdrawnAt: at }])).toHaveLength(1);
});
