import { testTag } from '@waypost/contract/visits/test-traffic.ts';
import { fromUnits } from '../../domain/money/decimal.ts';
import { cells } from '../../domain/traffic/cells.ts';
import type { Visit } from '../../edge/visits/visit.ts';
import { newId } from '../../platform/ids.ts';
import type { ModelRow } from './report-model-metrics.ts';
import type { Random } from './report-queries.ts';
import { oddTexts, type TrafficCampaign } from './report-traffic-campaign.ts';

export type MadeVisit = ReturnType<typeof makeVisit>;

const noFacts = { counts: {}, cost: 0n, revenue: 0n, value: 0n, idx: 0, status: '' };
const costs = [0n, 1_000_000_000n, 123_456_789n, 4_200_000_000_000n, 333_333_333_333n];

export function makeVisit(campaign: TrafficCampaign, timeMs: number, random: Random) {
  const [isBot, isPrefetch, isUnique] = [random.below(8) === 0, random.below(6) === 0, random.below(2) === 0];
  const visitor = makeVisitor(random);
  const route = makeRoute(campaign, random);
  const cost = random.pick(costs);
  const decided = {
    id: newId(timeMs),
    timeMs,
    isUnique,
    isCounted: !isBot && (!isPrefetch || campaign.includesPrefetch),
    outcome: route.landing === undefined ? 'offer' : 'landing',
    route,
  };
  const built = {
    ...decided,
    campaign: campaign.served,
    visitTimeMs: timeMs,
    classified: { ...visitor.classified, isBot, isPrefetch },
    request: { address: '192.0.2.1', userAgent: 'Test' },
    source: { externalId: 'x', cost: undefined, tokens: visitor.tokens },
    query: { get: (name: string) => (name === 'tag' ? visitor.tags.join(',') : undefined) },
    reasons: [],
    cost: fromUnits(cost),
    destination: undefined,
    clickId: '',
  } as unknown as Visit;
  const values = { ...visitor.values, ...valuesOf(campaign, route) };
  const tags = [...new Set(visitor.tags)];
  const facts: ModelRow = { ...noFacts, visitTimeMs: timeMs, visitId: decided.id, values, tags };
  return { ...decided, built, facts, cost, isBot, isPrefetch };
}

function makeVisitor(random: Random) {
  const maybe = (texts: readonly string[]) => (random.below(4) === 0 ? undefined : random.pick(texts));
  const location = {
    country: maybe(['DE', 'US', 'IN']),
    region: maybe(['Bavaria', 'Texas']),
    city: maybe(['Munich', 'Österreich']),
    isp: maybe(['Example Telecom']),
    asn: undefined,
    connectionType: maybe(['broadband', 'cellular']),
  };
  const device = {
    deviceType: random.pick(['desktop', 'mobile', 'tablet']),
    deviceBrand: maybe(['Samsung', 'Apple']),
    deviceModel: maybe(['SM-1', 'iPhone']),
    os: maybe(['Android', 'iOS']),
    osVersion: maybe(['15', '18.2']),
    browser: maybe(['Chrome', 'Firefox']),
    browserVersion: maybe(['142', '9']),
  };
  const headers = { language: maybe(['de', 'en']), referrerDomain: maybe(['news.example', 'x.example']) };
  const tokens = Array.from({ length: 15 }, (_, index) =>
    index > 2 && random.below(2) === 0 ? undefined : maybe(oddTexts),
  );
  const tags = Array.from({ length: random.below(3) }, () => random.pick(['a', 'b', 'c d']));
  if (random.below(8) === 0) tags.push(testTag);
  // The values in `location` and `device` are in column order.
  const classified = {
    location: { cells: cells(...Object.values(location)) },
    device: { cells: cells(...Object.values(device)) },
    ...headers,
    referrer: undefined,
    reasons: [],
  };
  const named = Object.fromEntries(tokens.map((token, index) => [`token${index + 1}`, token]));
  return { classified, tokens, tags, values: withNulls({ ...location, ...device, ...headers, ...named }) };
}

function makeRoute(campaign: TrafficCampaign, random: Random) {
  const landingId = random.pick([...campaign.landingIds, undefined]);
  return {
    ruleId: undefined,
    path: { id: random.pick(campaign.pathIds) },
    landing: landingId === undefined ? undefined : { id: landingId },
    offer: random.pick([...campaign.offers, undefined]),
  };
}

function valuesOf(campaign: TrafficCampaign, { path, landing, offer }: ReturnType<typeof makeRoute>) {
  return {
    campaign: campaign.id,
    trafficSource: campaign.sourceId,
    rotator: campaign.rotatorId,
    configVersion: campaign.version,
    path: path.id,
    landing: landing?.id ?? null,
    offer: offer?.id ?? null,
    affiliateNetwork: offer?.affiliateNetworkId ?? null,
  };
}

function withNulls(values: Record<string, string | undefined>): Record<string, string | null> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? null]));
}
