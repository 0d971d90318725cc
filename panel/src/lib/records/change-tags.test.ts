import { expect, it } from 'vitest';
import { changeTags, formatTagResults, undoTags, type TagResult } from './change-tags.ts';

const result = (id: string, change: Partial<TagResult> = {}): TagResult => ({
  id,
  name: id.toUpperCase(),
  version: 2,
  before: ['x'],
  tags: ['new', 'x'],
  problem: null,
  ...change,
});

it('changeTags sends at most 500 records in one request', async () => {
  const sent: number[] = [];
  const api = {
    changeTags: (body: { records: { id: string }[] }) => {
      sent.push(body.records.length);
      return Promise.resolve({ results: body.records.map(({ id }) => result(id)) });
    },
  };
  const records = Array.from({ length: 501 }, (_, at) => ({ id: `r${at}`, version: 1 }));
  const results = await changeTags(api, 'offer', [{ records, add: ['new'], remove: [] }]);
  expect([sent, results.length]).toEqual([[500, 1], 501]);
});

it('undoTags reverts exactly what changed in each record', () => {
  const results = [
    result('a'),
    result('b'),
    result('c', { before: ['old', 'x'] }),
    result('d', { before: ['new', 'x'] }),
    result('e', { problem: 'stale' }),
  ];
  expect(undoTags(results)).toEqual([
    {
      records: [
        { id: 'a', version: 2 },
        { id: 'b', version: 2 },
      ],
      add: [],
      remove: ['new'],
    },
    { records: [{ id: 'c', version: 2 }], add: ['old'], remove: ['new'] },
  ]);
});

it.each([
  [[result('a')], 'Tags of A changed.'],
  [[result('a'), result('b')], 'Tags of 2 records changed.'],
  [[result('a'), result('b', { problem: 'archived' })], 'Tags of A changed. B is archived.'],
  [
    ['b', 'c', 'd', 'e'].map((id) => result(id, { problem: 'stale' as const })),
    'B was changed in another session. C was changed in another session. D was changed in another session. Other records not changed: 1.',
  ],
])('formatTagResults describes results (%#)', (results, text) => {
  expect(formatTagResults(results)).toBe(text);
});
