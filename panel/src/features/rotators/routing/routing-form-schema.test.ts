import { rotatorRoutingInput } from '@waypost/contract/rotators/rules-input.ts';
import { array, assert, double, integer, option, property, record, boolean, oneof, string } from 'fast-check';
import { expect, it } from 'vitest';
import { formatShare } from '../../../lib/format/format-share.ts';
import type { RotatorRouting } from '../../../lib/api/api.ts';
import { formatTargets, newPath, newRule, routingFormSchema, sharesOf } from './routing-form-schema.ts';

const id = (last: number) => `0198c5a2-7b1e-7c3d-9e4f-00000000000${last}`;
const routing: RotatorRouting = {
  version: 3,
  defaultPathId: id(1),
  rules: [
    {
      id: id(2),
      priority: 1,
      name: 'Germany',
      enabled: false,
      conditions: { field: 'country', op: 'is', values: ['DE'] },
      paths: [{ pathId: id(1), weight: 70 }],
    },
  ],
  paths: [
    {
      id: id(1),
      name: 'Default',
      enabled: true,
      blocks: false,
      caps: [{ limit: 10, per: 'day', counts: 'visits' }],
      landings: [{ landingId: id(3), weight: 1, enabled: true }],
      offers: [{ offerId: id(4), weight: 2, enabled: false }],
    },
  ],
};

it('routingFormSchema writes the routing back unchanged, without the priorities', () => {
  const { rules, defaultPathId, paths } = routing;
  const written = routingFormSchema.write(routingFormSchema.read(routing));
  expect(written).toEqual({
    defaultPathId,
    paths,
    rules: rules.map(({ id: ruleId, name, enabled, conditions, paths: ofRule }) => ({
      id: ruleId,
      name,
      enabled,
      conditions,
      paths: ofRule,
    })),
  });
  expect(rotatorRoutingInput.safeParse(written).success).toBe(true);
});

it('newRule and newPath are valid without further input', () => {
  const values = routingFormSchema.read(routing);
  const more = {
    ...values,
    rules: [...values.rules, newRule(values)],
    paths: [...values.paths, newPath(values)],
  };
  const { data } = rotatorRoutingInput.safeParse(routingFormSchema.write(more));
  expect(data?.rules[1]).toMatchObject({
    name: 'Rule 2',
    conditions: null,
    paths: [{ pathId: id(1), weight: 100 }],
  });
  expect(data?.paths[1]?.id).toMatch(/^new-/);
});

it('sharesOf gives a share only to enabled items with a valid weight', () => {
  const shares = sharesOf([
    { weight: 3 },
    { weight: 1, enabled: true },
    { weight: 9, enabled: false },
    { weight: 'x' },
  ]);
  expect(shares.map(formatShare)).toEqual(['75%', '25%', '0%', '0%']);
  expect(sharesOf([{ weight: 0 }])).toEqual([0]);
  expect([0.05, 33.333, 100].map(formatShare)).toEqual(['0.05%', '33.3%', '100%']);
});

it('sharesOf returns shares that add up to 100, or to 0 if no item can be selected, for any weights', () => {
  const weights = oneof(
    integer({ min: -5, max: 1_000_000 }),
    double({ min: 0, max: 1e6, noNaN: true }),
    string(),
  );
  const parts = array(record({ weight: weights, enabled: option(boolean(), { nil: undefined }) }), {
    maxLength: 20,
  }).map((list) =>
    list.map(({ weight, enabled }) => ({ weight, ...(enabled === undefined ? {} : { enabled }) })),
  );
  assert(
    property(parts, (list) => {
      const shares = sharesOf(list);
      const canDraw = list.some(
        ({ weight, enabled }) => enabled !== false && typeof weight === 'number' && weight > 0,
      );
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(canDraw ? 100 : 0);
      expect(shares.every((share) => share >= 0 && share <= 100 + 1e-9)).toBe(true);
    }),
  );
});

const item = (recordId: string) => ({ recordId, weight: 1, enabled: true });
const names = new Map([
  ['l', 'Quiz'],
  ['o', 'Vouchers'],
]);

it.each([
  ['an empty path', [], [], 'Empty: visitors go to the fallback URL'],
  ['only offers', [], ['o', 'unnamed'], 'Vouchers, unnamed'],
  ['only landing pages', ['l'], [], 'Quiz'],
  ['both', ['l'], ['o'], 'Quiz → Vouchers'],
  ['a record that is not chosen yet', ['l'], [''], 'Quiz → …'],
])('formatTargets describes %s', (_, landings, offers, text) => {
  expect(
    formatTargets({ landings: landings.map(item), offers: offers.map(item), caps: [], blocks: false }, names),
  ).toBe(text);
});

it('formatTargets lists caps', () => {
  const caps = [
    { limit: 10, per: 'day', counts: 'visits' },
    { limit: 500, per: 'total', counts: 'conversions' },
  ];
  expect(formatTargets({ landings: [], offers: [item('o')], caps, blocks: false }, names)).toBe(
    'Vouchers; capped at 10 visits per day, 500 conversions in total',
  );
});

it('routingFormSchema describes both sides of a conflict', () => {
  const { format, read } = routingFormSchema;
  const { rules, paths } = read(routing);
  expect(format?.('rules', rules, names)).toMatch(/^1\. Germany \(off\): .*, 70$/);
  expect(format?.('paths', paths, new Map([[id(3), 'Quiz']]))).toBe(
    `Default: Quiz → ${id(4)}; capped at 10 visits per day`,
  );
  expect(format?.('defaultPathId', id(1), names)).toBeUndefined();
});

it('routingFormSchema sends no ID for a new rule, and the temporary ID of a new path', () => {
  const values = routingFormSchema.read(routing);
  const [rule, path] = [newRule(values), newPath(values)];
  const body = routingFormSchema.write({ ...values, rules: [rule], paths: [path] });
  expect((body['rules'] as object[])[0]).not.toHaveProperty('id');
  expect((body['paths'] as object[])[0]).toHaveProperty('id', path.id);
});
