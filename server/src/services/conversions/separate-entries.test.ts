import { expect, it } from 'vitest';
import { eventColumns } from '../../domain/traffic/columns.ts';
import { separateEntries } from './separate-entries.ts';

const workspaceId = '01a1dd40-6c1e-7a2b-8c3d-4e5f60718293';
const row = (name: string, workspace = workspaceId) =>
  eventColumns
    .map((column) => (column === 'workspace_id' ? workspace : column === 'id' ? name : ''))
    .join('\t');
const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((name) => row(name)) as [
  string,
  string,
  string,
  string,
  string,
];

it('separateEntries keeps entries with only readable rows and sets the others aside with reasons', () => {
  const lines = [a, b, c, d, e].map((line) => `${line}\n`).join('');
  const separated = separateEntries({ lines, entryLines: [1, 2, 1, 1] }, new Set([a, b, d]), [
    'bad c',
    'bad e',
  ]);
  expect(separated.accepted).toEqual({ lines: `${a}\n${d}\n`, entryLines: [1, 1] });
  expect(separated.refused).toEqual([
    { workspaceId, row: b, reason: expect.stringMatching(/\w/) },
    { workspaceId, row: c, reason: 'bad c' },
    { workspaceId, row: e, reason: 'bad e' },
  ]);
});

it('separateEntries accepts all entries if every row is readable', () => {
  const given = { lines: `${a}\n${b}\n`, entryLines: [2] };
  expect(separateEntries(given, new Set([a, b]), [])).toEqual({ accepted: given, refused: [] });
});

it('separateEntries sets aside a row without a workspace ID and always gives a reason', () => {
  const broken = row('x', 'none');
  const { accepted, refused } = separateEntries({ lines: `${broken}\n`, entryLines: [1] }, new Set(), []);
  expect(accepted).toEqual({ lines: '', entryLines: [] });
  expect(refused).toEqual([{ workspaceId: null, row: broken, reason: expect.stringMatching(/\w/) }]);
});
