import { rotatorConditions, type ConditionLeaf, type ConditionTree } from '@waypost/contract/conditions.ts';
import { describe, expect, it } from 'vitest';
import { compileConditions, evaluate, type ConditionFacts, type FactValue } from './index.ts';

const workspace = { timezone: 'America/New_York' };

function strictFacts(known: Record<string, FactValue>, asked: string[] = []): ConditionFacts {
  const ask = (name: string) => {
    asked.push(name);
    if (!Object.hasOwn(known, name)) throw new Error(`${name} is not needed`);
    return known[name];
  };
  return { timeMs: 0, value: ask, param: () => undefined, isUnique: (scope) => ask(scope) === true };
}

function holds(tree: ConditionTree | null, facts: ConditionFacts): boolean {
  return evaluate(compileConditions(tree, workspace), facts);
}

describe('compileConditions', () => {
  it('holds always without conditions, and then asks for nothing', () => {
    expect(holds(null, strictFacts({}))).toBe(true);
  });

  it('asks for no fact that cannot change the answer, cheap ones first', () => {
    const asked: string[] = [];
    const facts = strictFacts({ country: 'DE' }, asked);
    const dear: ConditionTree[] = [
      { field: 'unique', op: 'is', values: ['campaign'] },
      { field: 'userAgent', op: 'matches', values: ['x'] },
    ];
    expect(holds({ all: [...dear, { field: 'country', op: 'is', values: ['FR'] }] }, facts)).toBe(false);
    expect(holds({ any: [...dear, { field: 'country', op: 'is', values: ['DE'] }] }, facts)).toBe(true);
    expect(asked).toEqual(['country', 'country']);
  });

  it('takes the timezone of the leaf, else of the workspace', () => {
    const facts = { ...strictFacts({}), timeMs: Date.parse('2026-06-01T23:00:00Z') };
    const leaf: ConditionLeaf = { field: 'date', op: 'is', values: ['2026-06-02'] };
    expect([holds(leaf, facts), holds({ ...leaf, timezone: 'Europe/Berlin' }, facts)]).toEqual([false, true]);
  });

  it('passes scope and window of uniqueness on, and no window where none is set', () => {
    const asked: unknown[] = [];
    const facts = { ...strictFacts({}), isUnique: (...question: unknown[]) => asked.push(question) > 0 };
    holds({ field: 'unique', op: 'is', values: ['workspace'], windowHours: 48 }, facts);
    holds({ field: 'unique', op: 'isNot', values: ['path'] }, facts);
    expect(asked).toEqual([
      ['workspace', 48],
      ['path', undefined],
    ]);
  });

  it.each([
    { op: 'is', field: 'userAgent' },
    { op: 'contains', field: 'userAgent' },
    { op: 'in', field: 'ip' },
  ])('answers $op with 1,000 values at once', ({ op, field }) => {
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

  it('refuses a field that nobody knows instead of a rule that never holds', () => {
    expect(() => compileConditions({ field: 'planet', op: 'is', values: ['x'] }, workspace)).toThrow(
      'planet',
    );
  });
});
