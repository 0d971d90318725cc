import { describe, expect, it } from 'vitest';
import type { RotatorRouting } from '../../../lib/api/api.ts';
import { allowValue, blockValue, isBlocked } from './block-value.ts';

const campaignId = '01a1dd2b-3f10-7c44-8d1e-5b6f0c9a7e21';
const zone = { campaignId, field: 'token1', value: '17' };
const names = { campaign: 'Push, DE', label: 'Zone' };

const path = (id: string, name: string, more: object = {}): RotatorRouting['paths'][number] => ({
  id,
  name,
  enabled: true,
  blocks: false,
  caps: [],
  landings: [],
  offers: [],
  ...more,
});
const offers = [{ offerId: 'o1', weight: 100, enabled: true }];

const routing: RotatorRouting = {
  version: 4,
  defaultPathId: 'p1',
  rules: [
    {
      id: 'r1',
      priority: 1,
      name: 'Mobile',
      enabled: true,
      conditions: null,
      paths: [{ pathId: 'p1', weight: 5 }],
    },
  ],
  paths: [path('p1', 'Default', { offers })],
};

// Returns the rules as the server returns them after a save.
function saved(input: ReturnType<typeof blockValue>): RotatorRouting {
  return {
    ...(input as unknown as RotatorRouting),
    version: input.version + 1,
    rules: input.rules.map((rule, at) => ({
      ...(rule as RotatorRouting['rules'][number]),
      id: rule.id ?? `made ${at}`,
      priority: at + 1,
    })),
  };
}

describe('blocking a value', () => {
  it('creates a path that blocks and a first rule for the campaign', () => {
    const input = blockValue(routing, zone, names);
    const made = input.paths[1];
    expect(made).toEqual(path(made?.id ?? '', 'Block', { blocks: true }));
    expect(input.version).toBe(4);
    expect(input.rules).toEqual([
      {
        name: 'Blocked: Zone, Push, DE',
        enabled: true,
        conditions: {
          all: [
            { field: 'campaign', op: 'is', values: [campaignId] },
            { field: 'token1', op: 'is', values: ['17'] },
          ],
        },
        paths: [{ pathId: made?.id, weight: 100 }],
      },
      { id: 'r1', name: 'Mobile', enabled: true, conditions: null, paths: [{ pathId: 'p1', weight: 5 }] },
    ]);
  });

  it('adds further values to the list, even after the rule was renamed or moved', () => {
    const first = saved(blockValue(routing, zone, names));
    const moved = {
      ...first,
      rules: first.rules.toReversed().map((rule) => ({ ...rule, name: `${rule.name}!` })),
    };
    const second = blockValue(moved, { ...zone, value: '18' }, names);
    expect(second.paths.length).toBe(2);
    expect(second.rules.length).toBe(2);
    expect(second.rules[1]?.name).toBe('Blocked: Zone, Push, DE!');
    expect(isBlocked(saved(second), { ...zone, value: '18' })).toBe(true);
    expect(isBlocked(saved(second), zone)).toBe(true);
  });

  it('changes nothing if the value is blocked already', () => {
    const first = saved(blockValue(routing, zone, names));
    expect(saved(blockValue(first, zone, names)).rules).toEqual(first.rules);
  });

  it('uses another rule for another campaign, field or a rule that is off', () => {
    const first = saved(blockValue(routing, zone, names));
    const other = { ...zone, campaignId: campaignId.replace('0', '1') };
    expect(isBlocked(first, other)).toBe(false);
    expect(isBlocked(first, { ...zone, field: 'token2' })).toBe(false);
    expect(blockValue(first, other, names).rules.length).toBe(3);
    const off = { ...first, rules: first.rules.map((rule) => ({ ...rule, enabled: false })) };
    expect(isBlocked(off, zone)).toBe(false);
    expect(blockValue(off, zone, names).rules.length).toBe(3);
  });

  it('uses a path that blocks, whatever its name, and never a path that is only named Block', () => {
    const paths = [...routing.paths, path('p2', 'Block'), path('p3', 'Bots', { blocks: true })];
    const input = blockValue({ ...routing, paths }, zone, names);
    expect([input.rules[0]?.paths, input.paths.length]).toEqual([[{ pathId: 'p3', weight: 100 }], 3]);
    const named = { ...routing, paths: [path('p1', 'Block'), path('p2', 'Block', { offers })] };
    expect(blockValue(named, zone, names).paths[2]).toMatchObject({ name: 'Block', blocks: true });
  });

  it('shows and removes values of the empty path Block of earlier versions, and adds none to it', () => {
    const first = saved(blockValue(routing, zone, names));
    const former = { ...first, paths: first.paths.map((one) => ({ ...one, blocks: false })) };
    expect(isBlocked(former, zone)).toBe(true);
    expect(allowValue(former, zone).rules.length).toBe(1);
    const added = blockValue(former, { ...zone, value: '18' }, names);
    expect([added.paths.length, added.rules.length]).toEqual([3, 3]);
    expect(isBlocked(saved(added), zone)).toBe(true);
    const own = { ...former, paths: former.paths.map((one) => ({ ...one, offers })) };
    expect(isBlocked(own, zone)).toBe(false);
  });

  it('shortens the name of the rule', () => {
    const long = blockValue(routing, zone, { campaign: 'x'.repeat(160), label: 'Zone' });
    expect(long.rules[0]?.name.length).toBe(160);
  });
});

describe('allowing a value', () => {
  const both = saved(blockValue(saved(blockValue(routing, zone, names)), { ...zone, value: '18' }, names));

  it('removes it from the list', () => {
    const left = saved(allowValue(both, zone));
    expect([isBlocked(left, zone), isBlocked(left, { ...zone, value: '18' })]).toEqual([false, true]);
  });

  it('removes the rule with its last value, and keeps the path', () => {
    const left = saved(allowValue(saved(allowValue(both, zone)), { ...zone, value: '18' }));
    expect(left.rules.map(({ name }) => name)).toEqual(['Mobile']);
    expect(left.paths.map(({ name }) => name)).toEqual(['Default', 'Block']);
  });
});
