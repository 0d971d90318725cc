import fc from 'fast-check';
import { createAffiliateNetwork } from '../../services/affiliate-networks/create-affiliate-network.ts';
import { updateCampaignSettings } from '../../services/campaigns/campaign-settings.ts';
import { createCampaign } from '../../services/campaigns/create-campaign.ts';
import type { WorkspaceContext } from '../../services/context.ts';
import { createDomain } from '../../services/domains/create-domain.ts';
import { saveGoalRules } from '../../services/goals/save-goal-rules.ts';
import { createLanding } from '../../services/landings/landings.ts';
import { createOffer } from '../../services/offers/create-offer.ts';
import { updateOffer } from '../../services/offers/update-offer.ts';
import { createRotator } from '../../services/rotators/create-rotator.ts';
import { getRotatorRules } from '../../services/rotators/rotator-rules.ts';
import { updateRotatorSettings } from '../../services/rotators/rotator-settings.ts';
import { saveRotatorRules } from '../../services/rotators/save-rotator-rules.ts';
import { replaceRecordTags } from '../../services/tags/tags.ts';
import { createTrafficSource } from '../../services/traffic-sources/create-traffic-source.ts';
import { updateTrafficSource } from '../../services/traffic-sources/traffic-sources.ts';
import { updateWorkspaceSettings } from '../../services/workspaces/workspace-settings.ts';

/** Names that are easily mishandled in YAML files. The list is short, so that several records get the same name. */
const oddNames = [
  'Page',
  'Page (2)',
  'yes',
  'null',
  '123',
  '1.50',
  '0x1F',
  '12:30:45',
  '2026-01-01',
  '~',
  '- dash',
  '# hash',
  'key: value',
  `"double" and 'single'`,
  '{curly} [square]',
  '&anchor *alias !tag |',
  'back\\slash',
  '  spaces around  ',
  'ünïcode 日本語 😀',
  'a\u00a0b',
  'a\ufeffb',
  'a\u200bb',
  '__proto__',
  'constructor',
  'x'.repeat(160),
  '<<',
  '---',
  'trailing:',
  '@at `tick` %percent',
];

type Pick = (most: number) => number;

/**
 * Plan for a random workspace: names, the number of records per type, and the numbers that all choices are derived
 * from.
 */
export const randomWorkspace = fc.record({
  names: fc.array(fc.constantFrom(...oddNames), { minLength: 3, maxLength: 8 }),
  count: fc.integer({ min: 1, max: 4 }),
  choices: fc.array(fc.nat(1_000_000), { minLength: 20, maxLength: 60 }),
});
type RandomWorkspace = typeof randomWorkspace extends fc.Arbitrary<infer Value> ? Value : never;

export async function fillWorkspace(context: WorkspaceContext, plan: RandomWorkspace): Promise<void> {
  const pick = picker(plan.choices);
  const name = () => plan.names[pick(plan.names.length)] ?? 'Name';
  const make = async (build: (index: number) => Promise<{ id: string }>) => {
    const ids: string[] = [];
    for (let index = 0; index < plan.count; index += 1) ids.push((await build(index)).id);
    return ids;
  };
  await updateWorkspaceSettings(context, settingsInput(pick));
  const networks = await make(() => createAffiliateNetwork(context, networkInput(name(), pick)));
  const sources = await make(() => createSource(context, name(), pick));
  const landings = await make(() =>
    createLanding(context, {
      name: name(),
      url: `https://example.com/?p=${pick(9)}&q={clickid}#x`,
      country: country(pick),
    }),
  );
  const offers = await make(() => createOffer(context, offerInput(name(), networks, pick)));
  for (const [index, id] of offers.entries()) {
    const overflowOfferId = offers[(index + 1) % offers.length];
    if (offers.length > 1 && pick(2) === 0)
      await updateOffer(context, id, { caps: totalCap(1 + pick(1_000)), overflowOfferId });
  }
  const rotators = await make(() =>
    createRotator(context, { name: name(), shared: pick(2) === 0, country: country(pick) }),
  );
  await make((index) => createDomain(context, { host: `t${index}-${pick(1_000)}.example.com` }));
  const campaigns = await make(async () => {
    const { campaign } = await createCampaign(context, campaignInput(name(), sources, rotators, pick));
    await updateCampaignSettings(context, campaign.id, {
      attributionDays: 1 + pick(90),
      passParameters: pick(2) === 0,
    });
    return campaign;
  });
  await addTags(context, pick, { networks, sources, landings, offers, rotators, campaigns });
  for (const id of rotators)
    await fillRotator(context, id, { name, pick, landings, offers, sources, campaigns });
  for (const id of campaigns) await fillGoals(context, id, { name, pick, offers, campaigns });
}

async function addTags(context: WorkspaceContext, pick: Pick, ids: Record<string, string[]>): Promise<void> {
  const types = {
    networks: 'affiliate-network',
    sources: 'traffic-source',
    landings: 'landing',
    offers: 'offer',
    rotators: 'rotator',
    campaigns: 'campaign',
  } as const;
  for (const [kind, type] of Object.entries(types))
    for (const id of ids[kind] ?? [])
      if (pick(3) === 0) await replaceRecordTags(context, { type, id, tags: ['A & b', 'ü'].slice(pick(2)) });
}

function settingsInput(pick: Pick) {
  return {
    timezone: ['UTC', 'Asia/Tokyo', 'Europe/Berlin'][pick(3)],
    currency: ['USD', 'EUR', 'JPY'][pick(3)],
    fallbackUrl: pick(2) === 0 ? null : 'https://example.com/?a=b#c: d'.replace(' ', ''),
    blockUrl: pick(2) === 0 ? null : 'https://example.com/blocked',
    addressPrivacy: (['full', 'truncated', 'none'] as const)[pick(3)],
    visitors: (['cookie', 'cookieless'] as const)[pick(2)],
    maxCostPerVisit: 1 + pick(200),
    retention: { visitDays: 1 + pick(500) },
    rates: pick(2) === 0 ? {} : { GBP: '1.2345', CHF: '0.000001' },
  };
}

function picker(choices: number[]): Pick {
  let calls = 0;
  return (most) => {
    calls += 1;
    return ((choices[calls % choices.length] ?? 0) + calls) % most;
  };
}

function country(pick: Pick): string | null {
  return [null, 'DE', 'NO'][pick(3)] ?? null;
}

function networkInput(name: string, pick: Pick) {
  return {
    name,
    clickIdParam: pick(2) === 0 ? 'clickid' : null,
    defaultPayout: [null, 0, 0.000001, 12.5, 1_000_000_000][pick(5)],
    currency: pick(2) === 0 ? 'EUR' : null,
    postbackIps: pick(2) === 0 ? [] : ['192.0.2.1', '2001:db8::/32'],
    statusMap: pick(2) === 0 ? {} : { Yes: 'approved', '1': 'hold', null: 'rejected', 'a: b': 'refunded' },
    duplicatePolicy: ['ignore', 'update', 'accumulate', 'append'][pick(4)],
    decimalMark: [null, 'point', 'comma'][pick(3)],
  };
}

const postbackRequest = {
  postbackMethod: 'POST',
  postbackHeaders: [{ name: 'Content-Type', value: 'application/x-www-form-urlencoded' }],
  postbackBody: 'a={txid}&b=1: "x"\n# y',
  postbackSuccessText: '"ok": true # 1',
};

async function createSource(context: WorkspaceContext, name: string, pick: Pick): Promise<{ id: string }> {
  const source = await createTrafficSource(context, {
    name,
    clickIdParam: pick(2) === 0 ? 'id' : null,
    costMacro: pick(2) === 0 ? '{cost}' : null,
    postbackUrl: pick(2) === 0 ? null : 'https://example.com/postback?c={clickid}&k=a%20b',
  });
  if (pick(2) === 0)
    await updateTrafficSource(context, source.id, {
      currency: pick(2) === 0 ? null : 'CHF',
      ...postbackRequest,
      tokens: [
        { index: 2, param: 'utm_term', name: 'null' },
        { index: 1, param: 'yes', name: 'Term: one', macro: '{term}' },
      ],
    });
  return source;
}

function offerInput(name: string, networks: string[], pick: Pick) {
  return {
    name,
    affiliateNetworkId: pick(2) === 0 ? null : networks[pick(networks.length)],
    url: `https://example.com/offer/${pick(9)}`,
    country: country(pick),
    payout: pick(2) === 0 ? null : { mode: 'fixed', amount: pick(1_000_000) / 1_000 },
    caps: pick(2) === 0 ? [] : [{ limit: 1 + pick(100), per: 'hour', counts: 'conversions' }],
    shortName: pick(2) === 0 ? null : `offer-${pick(9)}`,
  };
}

function campaignInput(name: string, sources: string[], rotators: string[], pick: Pick) {
  return {
    name,
    trafficSourceId: sources[pick(sources.length)],
    destination: { mode: 'use_rotator', rotatorId: rotators[pick(rotators.length)] },
    country: country(pick),
    status: pick(2) === 0 ? 'active' : 'paused',
    cost: pick(2) === 0 ? null : { mode: 'cpv', amount: pick(1_000) / 1_000_000 },
    tracking: pick(2) === 0 ? null : { method: 'direct', includePrefetch: true },
  };
}

const totalCap = (limit: number) => [{ limit, per: 'total', counts: 'clicks' }];

const stickiness = (pick: Pick) => ({
  sticky: pick(2) === 0,
  stickyLanding: pick(2) === 0,
  stickyOffer: pick(2) === 0,
  stickyDays: 1 + pick(180),
});

type Parts = {
  name: () => string;
  pick: Pick;
  landings: string[];
  offers: string[];
  sources: string[];
  campaigns: string[];
};

async function fillRotator(context: WorkspaceContext, id: string, parts: Parts): Promise<void> {
  const { name, pick, landings, offers, sources, campaigns } = parts;
  await updateRotatorSettings(context, id, stickiness(pick));
  if (pick(4) === 0) return;
  const before = await getRotatorRules(context, id);
  const some = (ids: string[]) => ids.filter(() => pick(2) === 0);
  const item = () => ({ weight: 1 + pick(300), enabled: pick(3) > 0 });
  const path = (pathId: string) =>
    pick(4) === 0
      ? { id: pathId, name: name(), blocks: true }
      : {
          id: pathId,
          name: name(),
          enabled: pathId === 'new-0' || pick(3) > 0,
          caps: pick(3) === 0 ? [{ limit: 1 + pick(100), per: 'day', counts: 'visits' }] : [],
          landings: some(landings).map((landingId) => ({ landingId, ...item() })),
          offers: some(offers).map((offerId) => ({ offerId, ...item() })),
        };
  const conditions = [
    null,
    { field: 'country', op: 'is', values: ['DE', 'NO'] },
    {
      all: [
        { field: 'trafficSource', op: 'is', values: sources },
        { not: { field: 'campaign', op: 'isNot', values: campaigns } },
      ],
    },
    {
      any: [
        { field: 'hourOfDay', op: 'between', values: [0, 12], timezone: 'Asia/Tokyo' },
        { field: 'token1', op: 'gt', values: [0.5] },
      ],
    },
    { field: 'campaign', op: 'is', values: ['01890000-0000-7000-8000-00000000dead'] },
    { field: 'unique', op: 'is', values: ['campaign'], windowHours: 12 },
    { field: 'referrer', op: 'isEmpty', values: [] },
  ];
  const ids = ['new-0', 'new-1', before.defaultPathId];
  await saveRotatorRules(context, id, {
    version: before.version,
    defaultPathId: pick(2) === 0 ? 'new-0' : before.defaultPathId,
    paths: [path('new-1'), path('new-0'), { ...path(before.defaultPathId), enabled: true }],
    rules: Array.from({ length: pick(4) }, () => ({
      name: name(),
      enabled: pick(3) > 0,
      conditions: conditions[pick(conditions.length)],
      paths: ids.map((pathId) => ({ pathId, weight: 1 + pick(200) })),
    })),
  });
}

async function fillGoals(
  context: WorkspaceContext,
  id: string,
  { name, pick, offers, campaigns }: Pick4,
): Promise<void> {
  const conditions = [
    null,
    {
      all: [
        { field: 'offer', op: 'is', values: offers },
        { field: 'payout', op: 'gt', values: [1.5] },
      ],
    },
    { field: 'campaign', op: 'isNot', values: campaigns },
    { field: 'event', op: 'is', values: ['yes', '1', 'a: b'] },
  ];
  await saveGoalRules(context, id, {
    rules: Array.from({ length: pick(3) }, () => ({
      label: name(),
      enabled: pick(3) > 0,
      conditions: conditions[pick(conditions.length)],
      actions: [
        {
          idx: 3,
          label: name(),
          payoutType: 'fixed',
          payoutFixed: pick(1_000) / 100,
          postbackUrl: 'https://example.com/p',
          postbackEnabled: pick(2) === 0,
          postbackOn: pick(2) === 0 ? ['first'] : ['hold', 'change'],
          ...(pick(2) === 0 ? {} : postbackRequest),
        },
        {
          idx: 1,
          label: name(),
          costType: 'share',
          costShare: pick(100) / 100,
          affectsCost: true,
          isConversion: false,
          from: (['network', 'page', 'both'] as const)[pick(3)],
        },
      ],
    })),
  });
}

type Pick4 = Omit<Parts, 'landings' | 'sources'>;
