import {
  rotatorConditions,
  type ConditionLeaf,
  type ConditionTree,
} from '@waypost/contract/conditions/conditions.ts';
import { describe, expect, it } from 'vitest';
import { compileConditions, evaluate, type ConditionFacts, type FactValue } from './index.ts';

const workspace = { timezone: 'America/New_York' };

function strictFacts(known: Record<string, FactValue>, requested: string[] = []): ConditionFacts {
  const read = (name: string) => {
    requested.push(name);
    if (!Object.hasOwn(known, name)) throw new Error(`${name} is not needed`);
    return known[name];
  };
  return { timeMs: 0, value: read, param: () => undefined, isUnique: (scope) => read(scope) === true };
}

function matches(tree: ConditionTree | null, facts: ConditionFacts): boolean {
  return evaluate(compileConditions(tree, workspace), facts);
}

describe('compileConditions', () => {
  it('matches every visit without reading a fact if there are no conditions', () => {
    expect(matches(null, strictFacts({}))).toBe(true);
  });

  it('reads cheap facts first and skips facts that cannot change the result', () => {
    const requested: string[] = [];
    const facts = strictFacts({ country: 'DE' }, requested);
    const expensive: ConditionTree[] = [
      { field: 'unique', op: 'is', values: ['campaign'] },
      { field: 'userAgent', op: 'matches', values: ['x'] },
    ];
    expect(matches({ all: [...expensive, { field: 'country', op: 'is', values: ['FR'] }] }, facts)).toBe(
      false,
    );
    expect(matches({ any: [...expensive, { field: 'country', op: 'is', values: ['DE'] }] }, facts)).toBe(
      true,
    );
    expect(requested).toEqual(['country', 'country']);
  });

  it('uses the time zone of the condition, or else of the workspace', () => {
    const facts = { ...strictFacts({}), timeMs: Date.parse('2026-06-01T23:00:00Z') };
    const leaf: ConditionLeaf = { field: 'date', op: 'is', values: ['2026-06-02'] };
    expect([matches(leaf, facts), matches({ ...leaf, timezone: 'Europe/Berlin' }, facts)]).toEqual([
      false,
      true,
    ]);
  });

  it('checks uniqueness in the scope of the condition and within its window, if one is set', () => {
    const requested: unknown[] = [];
    const facts = { ...strictFacts({}), isUnique: (...args: unknown[]) => requested.push(args) > 0 };
    matches({ field: 'unique', op: 'is', values: ['workspace'], windowHours: 48 }, facts);
    matches({ field: 'unique', op: 'isNot', values: ['path'] }, facts);
    expect(requested).toEqual([
      ['workspace', 48],
      ['path', undefined],
    ]);
  });

  it.each([
    { op: 'is', field: 'userAgent' },
    { op: 'contains', field: 'userAgent' },
    { op: 'in', field: 'ip' },
  ])('evaluates $op with 1,000 values quickly', ({ op, field }) => {
    const values = Array.from({ length: 1_000 }, (_, index) =>
      field === 'ip' ? `10.${index >> 8}.${index & 255}.0/24` : `value ${index}`,
    );
    const compiled = compileConditions(rotatorConditions.parse({ field, op, values }), workspace);
    const start = performance.now();
    for (let round = 0; round < 200; round++)
      expect(evaluate(compiled, strictFacts({ ip: '11.0.0.1', userAgent: 'other' }))).toBe(false);
    expect(performance.now() - start).toBeLessThan(2_000);
    expect(evaluate(compiled, strictFacts({ ip: '10.3.231.9', userAgent: 'VALUE 999' }))).toBe(true);
  });

  it('rejects an unknown field instead of compiling a rule that never matches', () => {
    expect(() => compileConditions({ field: 'planet', op: 'is', values: ['x'] }, workspace)).toThrow(
      'planet',
    );
  });
});
