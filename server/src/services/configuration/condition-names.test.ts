import { describe, expect, it } from 'vitest';
import { replaceInTree, replaceRecords } from './condition-names.ts';

const mark = (kind: string, value: string, path: (string | number)[]) => `${kind} ${value} ${path.join('.')}`;
const leaf = (field: string, ...values: unknown[]) => ({ field, op: 'is', values });

describe('record references in conditions', () => {
  it('are replaced at any depth by a callback that gets their kind and path', () => {
    const tree = {
      all: [leaf('trafficSource', 'a', 'b'), { any: [leaf('campaign', 'c')] }, { not: leaf('offer', 'o') }],
    };
    expect(replaceRecords(tree, mark)).toEqual({
      all: [
        leaf('trafficSource', 'trafficSources a all.0.values.0', 'trafficSources b all.0.values.1'),
        { any: [leaf('campaign', 'campaigns c all.1.any.0.values.0')] },
        { not: leaf('offer', 'offers o all.2.not.values.0') },
      ],
    });
  });

  it.each([
    ['a field that does not contain records', leaf('country', 'DE')],
    ['a value that is not text', leaf('offer', 1, null)],
    ['values that are not a list', { field: 'offer', values: 'o' }],
    ['a field with the name of an object property', leaf('constructor', 'x')],
    ['a group that is not a list', { all: { field: 'offer' } }],
    ['a list instead of conditions', [leaf('offer', 'o')]],
    ['text instead of conditions', 'offer'],
    ['nothing', null],
  ])('are left unchanged in %s', (_, input) => {
    expect(replaceRecords(input, mark)).toEqual(input);
  });

  it('are replaced up to a depth of 16', () => {
    const nest = (depth: number): object => (depth === 0 ? leaf('offer', 'o') : { not: nest(depth - 1) });
    expect(JSON.stringify(replaceRecords(nest(16), mark))).toContain('offers o');
    expect(replaceRecords(nest(17), mark)).toEqual(nest(17));
  });

  it('are replaced in a tree, and null is returned for a missing tree', () => {
    expect(replaceInTree(null, mark)).toBeNull();
    expect(replaceInTree(leaf('offer', 'o') as never, mark)).toEqual(leaf('offer', 'offers o values.0'));
  });
});
