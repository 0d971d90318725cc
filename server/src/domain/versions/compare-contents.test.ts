import { describe, expect, it } from 'vitest';
import { compareContents } from './compare-contents.ts';
import { describeDifference } from './describe-difference.ts';

const words = (before: unknown, after: unknown) => compareContents(before, after).map(describeDifference);

describe('what differs between two contents', () => {
  it.each([
    [{}, {}, []],
    [{ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }, []],
    [{ name: 'A' }, { name: 'B' }, ['name changed from “A” to “B”']],
    [
      { cost: { mode: 'cpv', amount: 0.5 } },
      { cost: { mode: 'cpv', amount: 0.7 } },
      ['cost.amount changed from 0.5 to 0.7'],
    ],
    [{ country: 'DE' }, { country: null }, ['country changed from “DE” to nothing']],
    [{}, { note: 'x' }, ['note added: “x”']],
    [{ note: 'x' }, {}, ['note removed']],
    [{ tokens: [1, 2] }, { tokens: [2, 1] }, ['tokens changed from [1,2] to [2,1]']],
  ])('from %j to %j', (before, after, sentences) => {
    expect(words(before, after)).toEqual(sentences);
  });

  it('entries with an id are followed wherever they stand', () => {
    const before = {
      rules: [
        { id: '1', name: 'One', weight: 1 },
        { id: '2', name: 'Two', weight: 2 },
        { id: '3', name: 'Three', weight: 3 },
      ],
    };
    const after = {
      rules: [
        { id: '3', name: 'Three', weight: 3 },
        { id: '1', name: 'One', weight: 5 },
        { id: '4', name: 'Four', weight: 4 },
      ],
    };
    expect(words(before, after)).toEqual([
      'rules[Two] removed',
      'rules[One].weight changed from 1 to 5',
      'rules[Four] added',
      'rules put into another order',
    ]);
    expect(compareContents(before, after)[1]).toEqual({ path: 'rules[One].weight', before: 1, after: 5 });
  });

  it('long texts are cut by whole characters', () => {
    const [sentence = ''] = words({ name: 'x' }, { name: '🙂'.repeat(200) });
    expect(sentence).toBe(`name changed from “x” to “${'🙂'.repeat(79)}…”`);
  });
});
