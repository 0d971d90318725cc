import type { ConversionStatus } from './conversion-status.ts';

export type SummedQuantity =
  | 'visits'
  | 'uniqueVisits'
  | 'botVisits'
  | 'prefetchVisits'
  | 'lpviews'
  | 'lpclicks'
  | 'events'
  | 'conversions'
  | 'cost'
  | 'revenue'
  | 'value';

export type MetricFormula =
  | { type: 'sum'; of: SummedQuantity; idx?: number; status?: ConversionStatus }
  /** Number of distinct visits with at least one landing-page click. */
  | { type: 'visitsWith'; of: 'lpclicks' }
  | { type: 'difference'; of: MetricId; less: MetricId }
  | { type: 'total'; of: MetricId; and: MetricId }
  | { type: 'ratio'; of: MetricId; per: MetricId };

type MetricKind = 'count' | 'money' | 'value' | 'ratio';
/** Display unit. A `percent` of 0.2 is shown as 20%; a `currency` amount is in the workspace's currency. */
type MetricUnit = 'count' | 'currency' | 'number' | 'percent';

type MetricDescription = {
  kind: MetricKind;
  unit: MetricUnit;
  formula: MetricFormula;
  /** One sentence without the final period. */
  sentence: string;
};

const eventIndexes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20] as const;
type EventIndex = (typeof eventIndexes)[number];
type EventMetricId = `${'event' | 'revenue' | 'cost' | 'value'}${EventIndex}`;

const named = {
  visits: count('visits', 'Visits without bots. Prefetches are left out unless the campaign counts them'),
  uniqueVisits: count('uniqueVisits', 'Visitors’ first visits to the campaign within its uniqueness window'),
  botVisits: count('botVisits', 'Visits by bots. No other count includes them'),
  prefetchVisits: count(
    'prefetchVisits',
    'Prefetches not followed by a landing-page click. If the campaign counts prefetches: all prefetches, which are then included in visits',
  ),
  lpviews: count('lpviews', 'Visits sent to a landing page'),
  lpclicks: count('lpclicks', 'Clicks on a landing page that lead to an offer'),
  uniqueLpclicks: {
    kind: 'count',
    unit: 'count',
    formula: { type: 'visitsWith', of: 'lpclicks' },
    sentence: 'Visits with at least one landing-page click',
  },
  conversions: count(
    'conversions',
    'Conversions with status hold, approved or refunded. Rejected conversions are not counted',
  ),
  cost: money({ of: 'cost' }, 'Cost of visits and conversions, including bots'),
  revenue: money({ of: 'revenue' }, 'Revenue from conversions with status hold or approved'),
  revenueHold: money({ of: 'revenue', status: 'hold' }, 'Revenue with status hold'),
  revenueApproved: money({ of: 'revenue', status: 'approved' }, 'Revenue with status approved'),
  profit: {
    kind: 'money',
    unit: 'currency',
    formula: { type: 'difference', of: 'revenue', less: 'cost' },
    sentence: 'Revenue minus cost',
  },
  roi: ratio('percent', 'profit', 'cost', 'Return on investment: profit divided by cost. 0.2 is 20%'),
  roas: ratio('percent', 'revenue', 'cost', 'Return on ad spend: revenue divided by cost'),
  ctr: ratio(
    'percent',
    'lpclicks',
    'lpviews',
    'Click-through rate: landing-page clicks per landing-page view',
  ),
  cr: ratio('percent', 'conversions', 'visits', 'Conversion rate: conversions per visit'),
  lpcr: ratio(
    'percent',
    'conversions',
    'lpclicks',
    'Landing page conversion rate: conversions per landing-page click',
  ),
  epv: ratio('currency', 'revenue', 'visits', 'Earnings per visit'),
  epc: ratio('currency', 'revenue', 'lpclicks', 'Earnings per landing-page click'),
  cpv: ratio('currency', 'cost', 'visits', 'Cost per visit'),
  cpc: ratio('currency', 'cost', 'lpclicks', 'Cost per landing-page click'),
  cpa: ratio('currency', 'cost', 'conversions', 'Cost per conversion'),
  aov: ratio('currency', 'revenue', 'conversions', 'Average order value: revenue per conversion'),
} as const satisfies Record<string, MetricDescription>;

/**
 * Conversions by status, in the panel API only, because the metrics of the public API are a fixed contract. Rejected
 * conversions are included in no other count; conversion-rows.ts describes their rows.
 */
const byStatus = {
  conversionsHold: count('conversions', 'Conversions with status hold', 'hold'),
  conversionsApproved: count('conversions', 'Conversions with status approved', 'approved'),
  conversionsRefunded: count('conversions', 'Conversions with status refunded', 'refunded'),
  conversionsRejected: count('events', 'Conversions with status rejected', 'rejected'),
  conversionsAll: {
    kind: 'count',
    unit: 'count',
    formula: { type: 'total', of: 'conversions', and: 'conversionsRejected' },
    sentence: 'Conversions with any status, including rejected',
  },
  approveRate: ratio(
    'percent',
    'conversionsApproved',
    'conversionsAll',
    'Approved conversions divided by conversions with any status',
  ),
} as const satisfies Record<string, MetricDescription>;

export type MetricId = NamedMetricId | StatusMetricId | EventMetricId;
type StatusMetricId = `conversions${'Hold' | 'Approved' | 'Refunded' | 'Rejected' | 'All'}` | 'approveRate';
type NamedMetricId =
  | Exclude<SummedQuantity, 'events' | 'value'>
  | 'uniqueLpclicks'
  | 'revenueHold'
  | 'revenueApproved'
  | 'profit'
  | 'roi'
  | 'roas'
  | 'ctr'
  | 'cr'
  | 'lpcr'
  | 'epv'
  | 'epc'
  | 'cpv'
  | 'cpc'
  | 'cpa'
  | 'aov';

/** The single list of metrics for the APIs, their documentation, the panel and AI agents. */
export const reportMetrics: Readonly<Record<MetricId, MetricDescription>> = {
  ...named,
  ...eachEvent('event', (idx) => ({
    ...count('events', `Custom events with index ${idx}`),
    formula: { type: 'sum', of: 'events', idx },
  })),
  ...eachEvent('revenue', (idx) =>
    money({ of: 'revenue', idx }, `Revenue from custom events with index ${idx}`),
  ),
  ...eachEvent('cost', (idx) => money({ of: 'cost', idx }, `Cost of custom events with index ${idx}`)),
  ...eachEvent('value', (idx) => ({
    kind: 'value',
    unit: 'number',
    formula: { type: 'sum', of: 'value', idx },
    sentence: `Sum of the amounts sent with custom events with index ${idx}, if their action stores them`,
  })),
  ...byStatus,
};

export const metricIds = Object.keys(reportMetrics) as MetricId[];

export const publicMetricIds = metricIds.filter((id) => !Object.hasOwn(byStatus, id));

export const defaultMetrics = [
  'visits',
  'lpclicks',
  'conversions',
  'cost',
  'revenue',
  'profit',
  'roi',
] as const satisfies readonly MetricId[];

export function isMetricId(id: string): id is MetricId {
  return Object.hasOwn(reportMetrics, id);
}

export function writeFormula(id: MetricId): string {
  const { formula } = reportMetrics[id];
  if (formula.type === 'difference') return `${formula.of} - ${formula.less}`;
  if (formula.type === 'total') return `${formula.of} + ${formula.and}`;
  if (formula.type === 'ratio') return `${formula.of} / ${formula.per}`;
  if (formula.type === 'visitsWith') return `visits with ${formula.of}`;
  const { of, idx, status } = formula;
  if (idx !== undefined) return `sum of ${of} with index ${idx}`;
  return status === undefined ? `sum of ${of}` : `sum of ${of} with status ${status}`;
}

function count(of: SummedQuantity, sentence: string, status?: ConversionStatus) {
  const formula = { type: 'sum', of, ...(status === undefined ? {} : { status }) } as const;
  return { kind: 'count', unit: 'count', formula, sentence } as const;
}

function money(sum: { of: SummedQuantity; idx?: number; status?: ConversionStatus }, sentence: string) {
  return { kind: 'money', unit: 'currency', formula: { type: 'sum', ...sum }, sentence } as const;
}

function ratio(unit: MetricUnit, of: MetricId, per: MetricId, sentence: string) {
  return { kind: 'ratio', unit, formula: { type: 'ratio', of, per }, sentence } as const;
}

function eachEvent<Name extends 'event' | 'revenue' | 'cost' | 'value'>(
  name: Name,
  describe: (idx: EventIndex) => MetricDescription,
): Record<`${Name}${EventIndex}`, MetricDescription> {
  return Object.fromEntries(eventIndexes.map((idx) => [`${name}${idx}`, describe(idx)])) as Record<
    `${Name}${EventIndex}`,
    MetricDescription
  >;
}
