import { expect, it } from 'vitest';
import { listMutations } from './mutations.ts';

const mutated = (source: string) =>
  listMutations(source, 'a.ts').map(({ start, end, to }) => source.slice(0, start) + to + source.slice(end));

it.each([
  ['a < b', ['a <= b']],
  ['a && b', ['a || b']],
  ['f(true, 3)', ['f(false, 3)', 'f(true, 4)']],
  ['list.some(is)', ['list.every(is)']],
  ['!a', ['a']],
  ['if (a) b()', ['if (!(a)) b()']],
  ['a ? b : c', ['!(a) ? b : c']],
])('listMutations changes one token of %s', (source, expected) => {
  expect(mutated(source)).toEqual(expected);
});

it('listMutations does not change types or strings', () => {
  expect(mutated(`type A = 1 | true; const a: 2 | 'x' = f<3>('1 < 2') as 4;`)).toEqual([]);
});

it('listMutations reports the line of each change', () => {
  expect(listMutations('a;\nb === c;\n', 'a.ts')).toEqual([
    { start: 5, end: 8, line: 2, from: '===', to: '!==' },
  ]);
});
