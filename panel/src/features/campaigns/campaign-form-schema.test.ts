import { assert, boolean, constantFrom, integer, option, property, record, uuid } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PanelCampaign } from '../../lib/api/api.ts';
import { campaignFormSchema, newCampaignFormSchema, settingsFormSchema } from './campaign-form-schema.ts';
import { costModes, hasAmount } from './format-cost.ts';

const id = '0198c5a2-7b1e-7c3d-9e4f-000000000001';
const campaign = {
  name: 'Spring',
  trafficSourceId: id,
  destination: { mode: 'use_rotator', rotatorId: id },
  country: null,
  cost: { mode: 'cpv', amount: 0.25 },
  tracking: { method: 'redirect', domainId: null, includePrefetch: false },
} as unknown as PanelCampaign;

describe('campaignFormSchema', () => {
  const { read, write, schema, empty } = campaignFormSchema;
  const issuesOf = (change: Partial<typeof empty>) =>
    schema
      .safeParse(write({ ...read(campaign), ...change }))
      .error?.issues.map(({ path }) => path.join('.')) ?? [];
  const costOf = (amount: string) => write({ ...read(campaign), cost: { mode: 'cpv', amount } })['cost'];

  it('writes any valid campaign back unchanged', () => {
    const campaigns = record({
      trafficSourceId: uuid({ version: 7 }),
      country: constantFrom('DE', null),
      mode: constantFrom(...costModes.map(({ value }) => value)),
      amount: integer({ min: 0, max: 1_000_000 }).map((millionths) => millionths / 1_000_000),
      tracking: record({
        method: constantFrom('redirect' as const, 'direct' as const),
        domainId: option(uuid({ version: 7 })),
        includePrefetch: boolean(),
      }),
    });
    assert(
      property(campaigns, ({ mode, amount, ...rest }) => {
        const cost = { mode, amount: hasAmount(mode) ? amount : 0 };
        const expected = { name: campaign.name, destination: campaign.destination, cost, ...rest };
        const written = write(read({ ...campaign, ...expected }));
        expect(written).toEqual(expected);
        expect(schema.safeParse(written).error).toBeUndefined();
      }),
    );
  });

  it.each([
    ['0,5', 0.5],
    ['0,125', 0.125],
    [' 12.5 ', 12.5],
    ['0', 0],
    ['12,5', 12.5],
  ])('reads the amount "%s" as %d', (text, amount) => {
    expect(costOf(text)).toEqual({ mode: 'cpv', amount });
  });

  it.each(['', ' ', 'ten', '1,000', '12,500', '1,2,3', '1.000,50', '-1'])(
    'rejects the amount "%s"',
    (amount) => {
      expect(issuesOf({ cost: { mode: 'cpm', amount } })).toEqual(['cost.amount']);
    },
  );

  it('requires a name, a traffic source and a rotator', () => {
    const { name, trafficSourceId, destination } = empty;
    expect(issuesOf({ name, trafficSourceId, destination })).toEqual([
      'name',
      'trafficSourceId',
      'destination.rotatorId',
    ]);
  });
});

describe('newCampaignFormSchema', () => {
  const { write, schema, empty } = newCampaignFormSchema;
  const filled = { ...empty, trafficSourceId: id, offerId: id };

  it('requires only a traffic source and a destination, and leaves name and cost to the server', () => {
    const written = write({ ...filled, name: '  ' });
    expect(schema.safeParse(written).error).toBeUndefined();
    expect([written.name, written.cost]).toEqual([undefined, undefined]);
    expect(schema.safeParse(write(empty)).error?.issues.map(({ path }) => path[0])).toEqual([
      'trafficSourceId',
      'offerId',
    ]);
  });

  it.each([
    [
      { mode: 'cpv' as const, amount: '0,5' },
      { mode: 'cpv', amount: 0.5 },
    ],
    [
      { mode: 'auto' as const, amount: '7' },
      { mode: 'auto', amount: 0 },
    ],
  ])('writes the chosen cost model %j as %j', (cost, written) => {
    expect(write({ ...filled, cost }).cost).toEqual(written);
  });

  it('rejects a cost model without its amount', () => {
    const { error } = schema.safeParse(write({ ...filled, cost: { mode: 'cpm', amount: '' } }));
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['cost.amount']);
  });
});

describe('settingsFormSchema of a campaign', () => {
  const { read, write, schema } = settingsFormSchema;
  const settings = {
    attributionDays: 30,
    postbackUrl: null,
    fallbackUrl: null,
    passParameters: true,
    version: 2,
  };

  it('writes the settings back unchanged, without the version', () => {
    const { version: _, ...expected } = settings;
    expect(write(read(settings))).toEqual(expected);
    const urls = { postbackUrl: 'https://s.example/pb', fallbackUrl: 'https://f.example/' };
    expect(write(read({ ...settings, ...urls }))).toEqual({ ...expected, ...urls });
  });

  it.each([
    ['1', true],
    ['365', true],
    ['0', false],
    ['366', false],
    ['1.5', false],
    ['', false],
  ])('accepts the attribution window "%s": %s', (attributionDays, isValid) => {
    expect(schema.safeParse(write({ ...read(settings), attributionDays })).success).toBe(isValid);
  });
});
