import type { ConditionTree } from '@waypost/contract/conditions/conditions.ts';
import { describe, expect, it } from 'vitest';
import { explainConditions, type ConditionFacts } from './index.ts';

const workspace = { timezone: 'America/New_York' };
const noFacts: ConditionFacts = {
  timeMs: 0,
  value: () => undefined,
  param: () => undefined,
  isUnique: () => false,
};

describe('explainConditions', () => {
  it('returns each leaf with its path, input and result', () => {
    const tree: ConditionTree = {
      any: [
        { field: 'country', op: 'is', values: ['DE'] },
        { not: { field: 'param.sub', op: 'isSet', values: [] } },
        { field: 'hourOfDay', op: 'lt', values: [9], timezone: 'Asia/Kolkata' },
      ],
    };
    expect(explainConditions(tree, noFacts, workspace)).toEqual({
      result: true,
      leaves: [
        { ...tree.any[0], path: ['any', 0], input: 'unknown', result: false },
        { field: 'param.sub', op: 'isSet', values: [], path: ['any', 1, 'not'], input: null, result: false },
        { ...tree.any[2], path: ['any', 2], input: 5, result: true },
      ],
    });
  });

  it('returns no leaves if there are no conditions', () => {
    expect(explainConditions(null, noFacts, workspace)).toEqual({ result: true, leaves: [] });
  });
});
