import {
  goalConditions,
  goalFields,
  rotatorConditions,
  rotatorFields,
  type ConditionFields,
  type ConditionOperator,
  type ConditionTree,
  type ConditionValue,
} from '@waypost/contract/conditions/conditions.ts';
import { describe, expect, it } from 'vitest';
import { compileConditions, evaluate, type ConditionFacts, type FactValue } from './index.ts';

// Operator, values, facts that match, and facts that do not match.
type Case = [ConditionOperator, ConditionValue[], Fact[], Fact[]];
type Fact = FactValue | undefined;

const nothing = undefined;
const id = '0198c5a2-7b1e-7c3d-9e4f-5a6b7c8d9e0f';
const otherId = '0198c5a2-7b1e-7c3d-9e4f-000000000000';

const words: Case[] = [
  ['is', ['Köln', 'Bonn'], ['KÖLN', 'bonn'], ['Kölner', 'Köl', nothing, '']],
  ['isNot', ['Köln', 'Bonn'], ['Kölner', nothing], ['köln', 'Bonn']],
  ['contains', ['ÖL', 'x'], ['Köln', 'X'], ['K', 'Koln', nothing]],
  ['startsWith', ['kö'], ['Köln'], ['aKöln', 'K', nothing]],
  ['endsWith', ['LN', 'b'], ['Köln', 'AB'], ['Kölnisch', nothing]],
  ['matches', ['^K.l', 'x{2}'], ['köln', 'axxb'], ['Kln', 'xax', nothing]],
];
const presence: Case[] = [
  ['isEmpty', [], [nothing, '', ' '], ['0', 'x']],
  ['isSet', [], ['0', 'x'], [nothing, '', '\t']],
];
const places: Case[] = [
  ...words,
  ['is', ['unknown'], [nothing, '', ' '], ['Köln']],
  ['isNot', ['unknown'], ['Köln'], [nothing]],
  ['contains', ['know'], [nothing], ['Köln']],
  ['matches', ['^unknown$'], [nothing], ['Köln']],
];
const texts: Case[] = [
  ...words,
  ...presence,
  ['is', ['unknown'], ['Unknown'], [nothing, '']],
  ['matches', ['.*'], ['', 'x'], [nothing]],
];
const order: Case[] = [
  ['lt', [10], [9, 9.99, -1], [10, 11, nothing]],
  ['gt', [10], [10.5], [10, 9, nothing]],
  ['between', [10, 20], [10, 15, 20], [9.9, 20.1, nothing]],
];
const numbers: Case[] = [
  ...order,
  ['is', [7, 8], [7, 8, '7.0'], [70, nothing]],
  ['isNot', [7, 8], [70, nothing], [8]],
];
const parameters: Case[] = [
  ...texts,
  ['lt', [10], ['9.5', '-3', ' 9 '], ['10', '9 apples', '', '0x1', '1e0', nothing]],
  ['gt', [9], ['10', '+9.1'], ['9', 'abc']],
  ['between', [0, 1], ['.5', '1.', '0'], ['1.01', 'half']],
];
const versions: Case[] = [
  ...presence,
  ['is', ['17', '9.0.0'], ['17', '17.0', '9'], ['17.1', '170', 'XP', nothing]],
  ['isNot', ['17'], ['17.1', 'XP', nothing], ['17', '17.0.0']],
  ['startsWith', ['17', '18.4'], ['17', '17.4.1', '18.4.9'], ['170', '1', '18.40', nothing]],
  ['lt', ['10.10'], ['10.2', '9.99'], ['10.10.0', '10.11', 'XP', nothing]],
  ['gt', ['10.2'], ['10.10-beta', '11'], ['10.2', '9.9', nothing]],
  ['between', ['10.2', '10.10'], ['10.2', '10.9', '10.10'], ['10.1', '10.11', nothing]],
];
const booleans: Case[] = [
  ['is', [true], [true], [false, nothing]],
  ['is', [false], [false, nothing], [true]],
  ['isNot', [true], [false, nothing], [true]],
];
const ids: Case[] = [
  ['is', [otherId, id], [id, id.toUpperCase()], [`${id}0`, nothing]],
  ['isNot', [otherId], [id, nothing], [otherId]],
];
const countries: Case[] = [
  ['is', ['DE', 'at'], ['AT', 'de'], ['FR', nothing]],
  ['is', ['DE', 'unknown'], [nothing, ''], ['FR']],
  ['isNot', ['DE'], ['FR', nothing], ['DE']],
  ['isNot', ['unknown'], ['FR'], [nothing]],
];

function choices(first: string, second: string): Case[] {
  return [
    ['is', [first], [first.toLowerCase(), first.toUpperCase()], [second]],
    ['isNot', [first.toUpperCase()], [second], [first]],
  ];
}

const unknownChoice: Case[] = [
  ['is', ['Unknown'], [nothing, ''], ['other']],
  ['isNot', ['unknown'], ['other'], [nothing]],
];

const tokens = Object.fromEntries(
  Array.from({ length: 15 }, (_, index) => [`token${index + 1}`, parameters]),
);

// The facts are timestamps. In Berlin, clocks go forward from 2 to 3 at 01:00 UTC on 2026-03-29, a Sunday.
const saturday = Date.parse('2026-03-28T22:59:59Z');
const one = Date.parse('2026-03-29T00:59:59Z');
const three = Date.parse('2026-03-29T01:00:00Z');
const monday = Date.parse('2026-03-29T22:00:00Z');

const rotatorCases: Record<string, Case[]> = {
  country: countries,
  region: places,
  city: places,
  continent: [...choices('EU', 'AS'), ...unknownChoice],
  isp: places,
  asn: [...numbers, ['is', ['unknown', 7], [nothing, 7], [8]], ['isNot', ['unknown'], [8], [nothing]]],
  connectionType: [...choices('cellular', 'other'), ...unknownChoice],
  ip: [
    ['is', ['192.0.2.1', '::1'], ['192.0.2.1', '0:0::1', '::ffff:c000:201'], ['192.0.2.10', 'x', nothing]],
    ['isNot', ['::ffff:192.0.2.1'], ['192.0.2.10', nothing], ['192.0.2.1', '::ffff:192.0.2.1']],
    ['in', ['192.0.2.0/24'], ['192.0.2.255', '::ffff:192.0.2.0'], ['192.0.3.0', '::192.0.2.1', 'x', nothing]],
    ['in', ['10.0.0.1-10.0.0.5', '2001:db8::/32'], ['10.0.0.5', '2001:DB8:f::'], ['10.0.0.6', '2001:db9::']],
    ['in', ['::/0'], ['::1'], ['10.0.0.6', '::ffff:10.0.0.6']],
  ],
  deviceType: choices('tablet', 'tv'),
  deviceBrand: texts,
  deviceModel: texts,
  os: texts,
  osVersion: versions,
  browser: texts,
  browserVersion: versions,
  language: texts,
  referrer: texts,
  referrerDomain: texts,
  userAgent: texts,
  ...tokens,
  'param.NAME': parameters,
  trafficSource: ids,
  campaign: ids,
  weekday: [
    ['is', [1, 6], [saturday, monday], [one, three]],
    ['isNot', [7], [saturday, monday], [one, three]],
    ['between', [6, 7], [saturday, one, three], [monday]],
  ],
  hourOfDay: [
    ['is', [1, 3], [one, three], [saturday, monday]],
    ['isNot', [3], [one, saturday], [three]],
    ['lt', [3], [one, monday], [three, saturday]],
    ['gt', [1], [three, saturday], [one, monday]],
    ['between', [1, 3], [one, three], [saturday, monday]],
  ],
  date: [
    ['is', ['2026-03-29', '2026-04-01'], [one, three], [saturday, monday]],
    ['isNot', ['2026-03-29'], [saturday, monday], [one, three]],
    ['lt', ['2026-03-29'], [saturday], [one, three, monday]],
    ['gt', ['2026-03-29'], [monday], [saturday, one, three]],
    ['between', ['2026-03-28', '2026-03-29'], [saturday, one, three], [monday]],
  ],
  unique: [
    ['is', ['campaign'], [true], [false]],
    ['isNot', ['workspace'], [false], [true]],
  ],
  bot: booleans,
  datacenter: booleans,
  prefetch: booleans,
};

const goalCases: Record<string, Case[]> = {
  event: texts,
  status: choices('approved', 'hold'),
  payout: [
    ...numbers,
    ['gt', [0.5], ['0.500001'], ['0.5']],
    ['isEmpty', [], [nothing], [0]],
    ['isSet', [], [0], [nothing]],
  ],
  currency: texts.filter(([op]) => ['is', 'isNot', 'isEmpty', 'isSet'].includes(op)),
  txid: texts,
  'param.NAME': parameters,
  campaign: ids,
  offer: [...ids, ['isEmpty', [], [nothing], [id]], ['isSet', [], [id], [nothing]]],
  country: countries,
  secondsSinceVisit: numbers,
  isFirst: booleans,
};

function factsWith(value: Fact): ConditionFacts {
  return {
    timeMs: Number(value),
    value: () => value,
    param: () => (value === undefined ? undefined : String(value)),
    isUnique: () => value === true,
  };
}

function matches(tree: ConditionTree | null, value: Fact): boolean {
  return evaluate(compileConditions(tree, { timezone: 'Europe/Berlin' }), factsWith(value));
}

describe.each([
  ['rotator', rotatorFields as ConditionFields, rotatorConditions, rotatorCases],
  ['goal', goalFields as ConditionFields, goalConditions, goalCases],
] as const)('%s fields', (_, fields, schema, cases) => {
  it.each(Object.entries(cases))('%s matches the expected values with each operator', (field, list) => {
    for (const [op, values, matching, others] of list) {
      const tree = schema.parse({ field, op, values });
      expect([op, values, matching.filter((value) => !matches(tree, value))]).toEqual([op, values, []]);
      expect([op, values, others.filter((value) => matches(tree, value))]).toEqual([op, values, []]);
    }
  });

  it('are tested with every allowed operator, with facts that match and facts that do not', () => {
    for (const [name, { operators }] of Object.entries(fields)) {
      const covered = (cases[name] ?? []).filter(
        ([, , matching, others]) => matching.length > 0 && others.length > 0,
      );
      expect(new Set(covered.map(([op]) => op)), name).toEqual(new Set(operators));
    }
  });
});
