import type { ConversionStatus } from './conversion-status.ts';

/** What rows of traffic carry to be summed up. */
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

/** How a metric comes about; all of them are sums, or made of other metrics. */
export type MetricFormula =
  | { type: 'sum'; of: SummedQuantity; idx?: number; status?: ConversionStatus }
  /** How many different visits have at least one of these. */
  | { type: 'visitsWith'; of: 'lpclicks' }
  | { type: 'difference'; of: MetricId; less: MetricId }
  | { type: 'total'; of: MetricId; and: MetricId }
  /** Null where the divisor is 0. */
  | { type: 'ratio'; of: MetricId; per: MetricId };

type MetricKind = 'count' | 'money' | 'value' | 'ratio';
/** How people read it: 0.2 of a `percent` is 20 %, a `currency` is the workspace's. */
type MetricUnit = 'count' | 'currency' | 'number' | 'percent';

type MetricDescription = {
  kind: MetricKind;
  unit: MetricUnit;
  formula: MetricFormula;
  /** For people, as a sentence without its full stop. */
  sentence: string;
};

const eventIndexes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20] as const;
type EventIndex = (typeof eventIndexes)[number];
type EventMetricId = `${'event' | 'revenue' | 'cost' | 'value'}${EventIndex}`;

const named = {
  visits: count(
    'visits',
    'Visits of people, whatever became of them: without bots, and without prefetches unless the campaign includes them',
  ),
  uniqueVisits: count(
    'uniqueVisits',
    'Visits that were the first of their visitor to the campaign within its window',
  ),
  botVisits: count('botVisits', 'Visits of bots, which no other count includes'),
  prefetchVisits: count(
    'prefetchVisits',
    'Visits that a browser made in advance and that no landing click followed; where the campaign includes prefetches, all of them, and they are in visits too',
  ),
  lpviews: count('lpviews', 'Visits that were sent to a landing'),
  lpclicks: count('lpclicks', 'All clicks on a landing that went on to an offer'),
  uniqueLpclicks: {
    kind: 'count',
    unit: 'count',
    formula: { type: 'visitsWith', of: 'lpclicks' },
    sentence: 'Visits with at least one landing click',
  },
  conversions: count(
    'conversions',
    'Goals that count as a conversion, on hold, approved or refunded; a rejected one is taken back',
  ),
  cost: money({ of: 'cost' }, 'What the visits and conversions cost, bots included'),
  revenue: money({ of: 'revenue' }, 'What conversions brought, on hold or approved'),
  revenueHold: money({ of: 'revenue', status: 'hold' }, 'The part of the revenue that is on hold'),
  revenueApproved: money({ of: 'revenue', status: 'approved' }, 'The part of the revenue that is approved'),
  profit: {
    kind: 'money',
    unit: 'currency',
    formula: { type: 'difference', of: 'revenue', less: 'cost' },
    sentence: 'What is left of the revenue after the cost',
  },
  roi: ratio('percent', 'profit', 'cost', 'Profit for each unit of cost: 0.2 is 20 percent'),
  roas: ratio('percent', 'revenue', 'cost', 'Revenue for each unit of cost'),
  ctr: ratio('percent', 'lpclicks', 'lpviews', 'Landing clicks for each landing view'),
  cr: ratio('percent', 'conversions', 'visits', 'Conversions for each visit'),
  lpcr: ratio('percent', 'conversions', 'lpclicks', 'Conversions for each landing click'),
  epv: ratio('currency', 'revenue', 'visits', 'Revenue for each visit'),
  epc: ratio('currency', 'revenue', 'lpclicks', 'Revenue for each landing click'),
  cpv: ratio('currency', 'cost', 'visits', 'Cost of each visit'),
  cpc: ratio('currency', 'cost', 'lpclicks', 'Cost of each landing click'),
  cpa: ratio('currency', 'cost', 'conversions', 'Cost of each conversion'),
  aov: ratio('currency', 'revenue', 'conversions', 'Revenue of each conversion'),
} as const satisfies Record<string, MetricDescription>;

/**
 * By how far conversions have come. They are the panel's and not the public API's, whose metrics stay as they are. A
 * rejected conversion is in no other count; in rows it is an event with this status, see conversion-rows.ts.
 */
const byStatus = {
  conversionsHold: count('conversions', 'Conversions that are on hold', 'hold'),
  conversionsApproved: count('conversions', 'Conversions that are approved', 'approved'),
  conversionsRefunded: count('conversions', 'Conversions that were refunded', 'refunded'),
  conversionsRejected: count('events', 'Conversions that were rejected', 'rejected'),
  conversionsAll: {
    kind: 'count',
    unit: 'count',
    formula: { type: 'total', of: 'conversions', and: 'conversionsRejected' },
    sentence: 'Conversions in any status, rejected ones too',
  },
  approveRate: ratio(
    'percent',
    'conversionsApproved',
    'conversionsAll',
    'Approved conversions for each conversion in any status, as they stand now',
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

/** Every metric of reports, once: the APIs, their documentation, the panel and the agents all read this. */
export const reportMetrics: Readonly<Record<MetricId, MetricDescription>> = {
  ...named,
  ...eachEvent('event', (idx) => ({
    ...count('events', `Events with index ${idx}`),
    formula: { type: 'sum', of: 'events', idx },
  })),
  ...eachEvent('revenue', (idx) => money({ of: 'revenue', idx }, `Revenue of the events with index ${idx}`)),
  ...eachEvent('cost', (idx) => money({ of: 'cost', idx }, `Cost of the events with index ${idx}`)),
  ...eachEvent('value', (idx) => ({
    kind: 'value',
    unit: 'number',
    formula: { type: 'sum', of: 'value', idx },
    sentence: `Sum of the amounts that came with the events with index ${idx}, where their action stores them`,
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

/** The formula as people write it. */
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
