import {
  findField,
  goalConditions,
  goalFields,
  rotatorConditions,
  rotatorFields,
  type ConditionFields,
  type ConditionLeaf,
  type ConditionTree,
  type ConditionValue,
  type FieldKind,
} from '@waypost/contract/conditions/conditions.ts';
import { canNeverMatch } from '@waypost/contract/conditions/never-matches.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compileConditions,
  evaluate,
  explainConditions,
  type ConditionFacts,
  type FactValue,
} from './index.ts';
import { rounds } from '../../testing/rounds.ts';

const workspace = { timezone: 'America/New_York' };
const id = (last: string) => `0198c5a2-7b1e-7c3d-9e4f-00000000000${last}`;

// The pools are small, so that values and facts match often enough to test both results.
const pools: Record<FieldKind, readonly FactValue[]> = {
  text: ['Ab', 'aB', 'ab c', 'C', 'bc', '10', '9.5', 'unknown', 'é'],
  choice: [],
  country: ['DE', 'fr', 'US', 'unknown'],
  id: [id('1'), id('a').toUpperCase(), id('3')],
  number: [0, 1, 9.5, 10, 64_512],
  boolean: [true, false],
  address: ['10.0.0.1', '::ffff:10.0.0.2', '10.0.1.0', '2001:db8::1', '2001:DB8:0::2'],
  version: ['9', '10.2', '10.10', '10.10.0', '17'],
  weekday: [1, 2, 3, 4, 5, 6, 7],
  hour: [0, 1, 2, 3, 12, 22, 23],
  date: ['2026-03-08', '2026-03-09', '2026-11-01', '2026-11-02'],
  unique: [],
};
const networks = ['10.0.0.0/24', '10.0.0.1-10.0.0.1', '::/0', '2001:db8::/127', '0.0.0.0/0', '10.0.1.0'];
const patterns = ['^a', 'b$', 'a|c', '[a-c] ?c', '\\d+', 'x*', '(ab)+', '.'];
const badFacts = [undefined, '', ' ', 'invalid'] as const;

function valuesFor({ kind, choices }: { kind: FieldKind; choices?: readonly string[] }, op: string) {
  if (op === 'isEmpty' || op === 'isSet') return fc.constant([]);
  if (op === 'in') return fc.array(fc.constantFrom(...networks), { minLength: 1, maxLength: 3 });
  if (op === 'matches') return fc.array(fc.constantFrom(...patterns), { minLength: 1, maxLength: 3 });
  const isOrder = op === 'lt' || op === 'gt' || op === 'between';
  const pool: readonly ConditionValue[] = choices ?? pools[kind === 'text' && isOrder ? 'number' : kind];
  const most = isOrder || kind === 'boolean' || kind === 'unique' ? 1 : 4;
  const value = fc.constantFrom(...pool);
  if (op === 'between') return fc.tuple(value, value);
  return fc.array(value, { minLength: 1, maxLength: most });
}

function leafOver(fields: ConditionFields): fc.Arbitrary<unknown> {
  const names = Object.keys(fields).filter((name) => !/^token\d\d$/.test(name));
  const pairs = names.flatMap((name) => (fields[name]?.operators ?? []).map((op) => ({ name, op })));
  return fc.constantFrom(...pairs).chain(({ name, op }) => {
    const field = findField(fields, name) ?? { kind: 'text' as const };
    const zone = ['weekday', 'hour', 'date'].includes(field.kind);
    return fc.record(
      {
        field: fc.constant(name),
        op: fc.constant(op),
        values: valuesFor(field, op),
        ...(zone && { timezone: fc.constantFrom('Europe/Berlin', 'Asia/Kolkata') }),
        ...(field.kind === 'unique' && { windowHours: fc.constantFrom(1, 24) }),
      },
      { requiredKeys: ['field', 'op', 'values'] },
    );
  });
}

// Generates trees that the contract accepts. A rejected leaf, such as `between` in the wrong order, is generated
// again.
function treeOver(fields: ConditionFields, schema: typeof rotatorConditions): fc.Arbitrary<ConditionTree> {
  const leaf = leafOver(fields).filter((tree) => schema.safeParse(tree).success);
  const group = (inner: fc.Arbitrary<unknown>) => {
    const list = fc.array(inner, { minLength: 1, maxLength: 3 });
    return fc.oneof(leaf, fc.record({ all: list }), fc.record({ any: list }), fc.record({ not: inner }));
  };
  return group(group(group(leaf))).map((tree) => schema.parse(tree) ?? { all: [] });
}

const trees = fc.oneof(treeOver(rotatorFields, rotatorConditions), treeOver(goalFields, goalConditions));

const anyFacts: fc.Arbitrary<ConditionFacts> = fc
  .tuple(fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2027-01-01') }), fc.nat())
  .map(([timeMs, seed]) => {
    const pick = (name: string) => {
      const field = findField(rotatorFields, name) ?? findField(goalFields, name);
      const pool = [...(field?.choices ?? pools[field?.kind ?? 'text']), ...badFacts];
      const hash = Array.from(name).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, seed);
      return pool[hash % pool.length];
    };
    return {
      timeMs,
      value: pick,
      param: (name) => pick(`param.${name}`) as string | undefined,
      isUnique: (scope, windowHours) => (scope.length + (windowHours ?? 5) + seed) % 2 === 0,
    };
  });

// Reference implementation, which is as simple as possible and shares no code with the engine.
function evaluateSimply(tree: ConditionTree, facts: ConditionFacts): boolean {
  if ('all' in tree)
    return tree.all.filter((child) => evaluateSimply(child, facts)).length === tree.all.length;
  if ('any' in tree) return tree.any.filter((child) => evaluateSimply(child, facts)).length > 0;
  if ('not' in tree) return !evaluateSimply(tree.not, facts);
  return evaluateLeaf(tree, facts);
}

function evaluateLeaf(leaf: ConditionLeaf, facts: ConditionFacts): boolean {
  const { op, values } = leaf;
  if (op === 'isNot') return !evaluateLeaf({ ...leaf, op: 'is' }, facts);
  if (op === 'isSet') return !evaluateLeaf({ ...leaf, op: 'isEmpty' }, facts);
  if (leaf.field === 'unique') return facts.isUnique(values[0] as 'path', leaf.windowHours);
  const field = findField({ ...rotatorFields, ...goalFields }, leaf.field);
  const input = readInput(leaf, facts);
  if (op === 'isEmpty') return String(input ?? '').trim() === '';
  if (field?.kind === 'boolean') return (input === true) === values[0];
  if (input === undefined) return false;
  const key = comparisonKey(field?.kind ?? 'text', op);
  if (op === 'in') return values.some((value) => isInNetwork(String(value), String(input)));
  if (op === 'matches') return values.some((value) => new RegExp(String(value), 'isu').test(String(input)));
  const [mine, ...wanted] = [input, ...values].map(key);
  if (mine === undefined) return false;
  const [low = '', high = ''] = wanted;
  if (op === 'lt') return mine < low;
  if (op === 'gt') return mine > low;
  if (op === 'between') return mine >= low && mine <= high;
  if (op === 'is') return wanted.includes(mine);
  if (field?.kind === 'version')
    return values.some((value) => `${String(input)}.0.0.0.`.startsWith(`${String(value)}.`));
  const text = String(mine);
  if (op === 'contains') return wanted.some((value) => text.split(String(value)).length > 1);
  if (op === 'startsWith') return wanted.some((value) => text.indexOf(String(value)) === 0);
  return wanted.some((value) => text.slice(-String(value).length) === value);
}

function readInput(leaf: ConditionLeaf, facts: ConditionFacts): FactValue | undefined {
  const timeZone = leaf.timezone ?? workspace.timezone;
  const wall = new Date(facts.timeMs).toLocaleString('sv-SE', { timeZone });
  if (leaf.field === 'date') return wall.slice(0, 10);
  if (leaf.field === 'hourOfDay') return Number(wall.slice(11, 13));
  if (leaf.field === 'weekday') return ((new Date(`${wall.slice(0, 10)}T12:00Z`).getUTCDay() + 6) % 7) + 1;
  if (leaf.field.startsWith('param.')) return facts.param(leaf.field.slice(6));
  const value = facts.value(leaf.field as 'os');
  const isLocation = ['country', 'region', 'city', 'continent', 'isp', 'asn', 'connectionType'].includes(
    leaf.field,
  );
  return isLocation && String(value ?? '').trim() === '' ? 'unknown' : value;
}

type Key = string | number | bigint | undefined;

function comparisonKey(kind: FieldKind, op: string): (value: FactValue) => Key {
  const isOrder = op === 'lt' || op === 'gt' || op === 'between';
  if (kind === 'number' || (kind === 'text' && isOrder))
    return (value) =>
      /^\d+(\.\d+)?$/.test(String(value)) ? Number(value) : isOrder ? undefined : String(value);
  if (kind === 'version')
    return (value) =>
      /^[\d.]+$/.test(String(value))
        ? [...String(value).split('.'), '0', '0']
            .slice(0, 3)
            .map((part) => part.padStart(9, '0'))
            .join()
        : undefined;
  if (kind === 'address') return (value) => normalizeAddress(String(value));
  return (value) =>
    typeof value === 'string' ? value.toLowerCase() : value === true ? 'true' : Number(value);
}

// Supports only the addresses in the pools above.
function normalizeAddress(text: string): Key {
  const [, ipv4] = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/.exec(text) ?? [];
  if (ipv4 !== undefined) return ipv4;
  const [, last] = /^2001:db8:(?:0:)?:(\d)$/i.exec(text) ?? [];
  return last === undefined ? undefined : `six ${last}`;
}

function isInNetwork(network: string, text: string): boolean {
  const address = String(normalizeAddress(text) ?? 'none');
  if (network === '::/0') return address.startsWith('six');
  if (network === '2001:db8::/127') return address === 'six 1';
  if (network === '0.0.0.0/0') return address.includes('.');
  if (network === '10.0.0.0/24') return address.startsWith('10.0.0.');
  return address === network.split('-')[0];
}

function matches(tree: ConditionTree | null, facts: ConditionFacts): boolean {
  return evaluate(compileConditions(tree, workspace), facts);
}

describe('compiled conditions', () => {
  it('agree with the reference implementation for every tree that the contract accepts', () => {
    let matched = 0;
    fc.assert(
      fc.property(trees, fc.array(anyFacts, { minLength: 3, maxLength: 6 }), (tree, list) => {
        const compiled = compileConditions(tree, workspace);
        for (const facts of list) {
          const result = evaluate(compiled, facts);
          matched += Number(result);
          expect(result, JSON.stringify(tree)).toBe(evaluateSimply(tree, facts));
        }
      }),
      { numRuns: rounds(400, 5_000) },
    );
    expect(matched).toBeGreaterThan(500);
  });

  it("obey De Morgan's laws, double negation and commutativity", () => {
    fc.assert(
      fc.property(trees, trees, anyFacts, (a, b, facts) => {
        const [notA, notB] = [{ not: a }, { not: b }];
        expect(matches({ not: { all: [a, b] } }, facts)).toBe(matches({ any: [notA, notB] }, facts));
        expect(matches({ not: { any: [a, b] } }, facts)).toBe(matches({ all: [notA, notB] }, facts));
        expect(matches({ not: notA }, facts)).toBe(matches(a, facts));
        expect(matches({ any: [a, notA] }, facts)).toBe(true);
        expect(matches({ all: [b, a] }, facts)).toBe(matches({ all: [a, b] }, facts));
      }),
      { numRuns: 300 },
    );
  });

  it('return the same result for the same facts each time', () => {
    fc.assert(
      fc.property(trees, anyFacts, anyFacts, (tree, first, second) => {
        const compiled = compileConditions(tree, workspace);
        const once = evaluate(compiled, first);
        evaluate(compiled, second);
        expect(evaluate(compiled, first)).toBe(once);
      }),
      { numRuns: 300 },
    );
  });

  it('have the same result when explained as when evaluated', () => {
    fc.assert(
      fc.property(trees, anyFacts, (tree, facts) => {
        const { result, leaves } = explainConditions(tree, facts, workspace);
        expect(result).toBe(matches(tree, facts));
        for (const { path: _, input: __, result: leafResult, ...leaf } of leaves)
          expect(leafResult).toBe(evaluateSimply(leaf, facts));
      }),
      { numRuns: 300 },
    );
  });
});

describe('conditions with unknown values', () => {
  it('have a result only if all possible values give the same result', () => {
    let open = 0;
    fc.assert(
      fc.property(trees, fc.array(anyFacts, { minLength: 8, maxLength: 8 }), fc.nat(), (tree, list, seed) => {
        const ofTime = new Set(['weekday', 'hourOfDay', 'date']);
        const isUnknown = (field: string) => !ofTime.has(field) && (field.length * 7 + seed) % 3 === 0;
        const [known] = list;
        if (known === undefined) return;
        const whyUnknown = ({ field }: ConditionLeaf) =>
          isUnknown(field) ? ('not-recorded' as const) : undefined;
        const { result, leaves } = explainConditions(tree, known, { ...workspace, whyUnknown });
        for (const leaf of leaves) expect(leaf.result === null).toBe(isUnknown(leaf.field));
        if (result === null) open += 1;
        // These facts have the same values for known fields, and different values for unknown fields.
        for (const other of list) {
          const mixed: ConditionFacts = {
            timeMs: known.timeMs,
            value: (name) => (isUnknown(name) ? other : known).value(name),
            param: (name) => (isUnknown(`param.${name}`) ? other : known).param(name),
            isUnique: (...args) => (isUnknown('unique') ? other : known).isUnique(...args),
          };
          if (result !== null) expect(matches(tree, mixed)).toBe(result);
        }
      }),
      { numRuns: rounds(300, 3_000) },
    );
    expect(open).toBeGreaterThan(20);
  });
});

describe('canNeverMatch', () => {
  // Only a few fields and values are used, so that conditions sometimes exclude each other.
  const few = { country: rotatorFields.country, bot: rotatorFields.bot, hourOfDay: rotatorFields.hourOfDay };
  const fewTrees = treeOver(few, rotatorConditions);

  it('returns true only for combinations that no visitor can match', () => {
    let reported = 0;
    fc.assert(
      fc.property(
        fc.array(fc.record({ tree: fc.oneof(fewTrees, fewTrees, trees), matches: fc.boolean() }), {
          minLength: 1,
          maxLength: 4,
        }),
        fc.array(anyFacts, { minLength: 20, maxLength: 20 }),
        (demands, list) => {
          if (!canNeverMatch(demands)) return;
          reported += 1;
          for (const facts of list)
            expect(demands.every((one) => evaluateSimply(one.tree, facts) === one.matches)).toBe(false);
        },
      ),
      { numRuns: rounds(600, 10_000) },
    );
    expect(reported).toBeGreaterThan(50);
  });
});
