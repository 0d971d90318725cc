import { rotatorRoutingInput } from '@waypost/contract/rotators/rules-input.ts';
import { expect, it } from 'vitest';
import { formatShare } from '../../../lib/format-share.ts';
import type { RotatorRouting } from '../../../lib/api.ts';
import { newPath, newRule, routingFormSchema, sharesOf } from './routing-form-schema.ts';

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
