import { rotatorRulesInput } from '@waypost/contract/rotators/rotators.ts';
import { describe, expect, it } from 'vitest';
import { findForeignIds, resolveRotatorRules } from './resolve-rotator-rules.ts';

const [own, other] = [
  '0198c5a2-7b1e-7c3d-9e4f-5a6b7c8d9e01',
  '0198c5a2-7b1e-7c3d-9e4f-5a6b7c8d9e02',
] as const;
const given = rotatorRulesInput.parse({
  version: 4,
  defaultPathId: 'new-b',
  rules: [
    { id: other, priority: 9, name: 'Kept', conditions: null, paths: [{ pathId: own }, { pathId: 'new-b' }] },
    { priority: 1, name: 'New', conditions: null, paths: [{ pathId: 'new-b', weight: 3 }] },
  ],
  paths: [{ name: 'A' }, { id: 'new-b', name: 'B' }, { id: own, name: 'C' }],
});

function counter(): () => string {
  let made = 0;
  return () => `made-${(made += 1)}`;
}

describe('resolved rules', () => {
  const resolved = resolveRotatorRules(given, counter());

  it('contain the same real ID for a new path everywhere', () => {
    const [a, b, c] = resolved.paths.map(({ id }) => id);
    expect(c).toBe(own);
    expect(new Set([a, b, c])).toHaveLength(3);
    expect(resolved.defaultPathId).toBe(b);
    expect(resolved.rules.map(({ paths }) => paths)).toEqual([
      [
        { pathId: own, weight: 100 },
        { pathId: b, weight: 100 },
      ],
      [{ pathId: b, weight: 3 }],
    ]);
    expect(JSON.stringify(resolved)).not.toContain('new-');
  });

  it('are in list order, whatever priority was sent', () => {
    expect(resolved.rules.map(({ name, priority }) => [name, priority])).toEqual([
      ['Kept', 1],
      ['New', 2],
    ]);
    expect(resolved.rules[0]?.id).toBe(other);
    expect(resolved.rules[1]?.id).toMatch(/^made-/);
  });
});

describe('IDs from another rotator', () => {
  it('are reported with their position', () => {
    const issues = findForeignIds(given, { ruleIds: new Set([own]), pathIds: new Set([other]) });
    expect(issues).toEqual([
      { path: 'rules.0.id', message: 'is not a rule of this rotator' },
      { path: 'paths.2.id', message: 'is not a path of this rotator' },
    ]);
  });

  it('do not include new IDs or IDs of the rotator itself', () => {
    expect(findForeignIds(given, { ruleIds: new Set([other]), pathIds: new Set([own]) })).toEqual([]);
  });
});
