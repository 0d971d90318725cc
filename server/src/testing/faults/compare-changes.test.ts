import { expect, it } from 'vitest';
import { compareChanges, type SentChange } from './compare-changes.ts';

const sent: SentChange[] = [
  { landing: 0, revision: 1, isAccepted: true },
  { landing: 0, revision: 2, isAccepted: undefined },
  { landing: 0, revision: 3, isAccepted: false },
  { landing: 0, revision: 4, isAccepted: true },
];

it.each([
  ['finds no problem if accepted changes are stored and served', [0, 1, 4], 4, 4, []],
  ['accepts a change without an answer that was stored', [0, 1, 2, 4], 4, 4, []],
  ['finds a lost change', [0, 4], 4, 4, ['change lost: page 0 revision 1']],
  [
    'finds a change that was stored twice',
    [0, 1, 1, 4],
    4,
    4,
    ['change stored more than once: page 0 revision 1'],
  ],
  ['finds a refused change that was stored', [0, 1, 3, 4], 4, 4, ['change invented: page 0 revision 3']],
  ['finds a change that was never sent', [0, 1, 4, 9], 9, 9, ['change invented: page 0 revision 9']],
  [
    'finds a current version that is not the latest',
    [0, 1, 4],
    1,
    1,
    ['change not current: page 0 revision 4'],
  ],
  ['finds a change that the edge does not serve', [0, 1, 4], 4, 1, ['change not served: page 0 revision 4']],
])('compareChanges %s', (...[, history, current, served, problems]) => {
  const found = compareChanges(sent, [{ history, current, served }]);
  expect(found.map(({ what, ids }) => `${what}: ${ids.join()}`)).toEqual(problems);
});
