import type { ConversionStatus } from '../values/conversion-status.ts';

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

export type MetricFormula<Id extends string = MetricId> =
  | { type: 'sum'; of: SummedQuantity; idx?: number; status?: ConversionStatus }
  /** Number of distinct visits with at least one landing-page click. */
  | { type: 'visitsWith'; of: 'lpclicks' }
  | { type: 'difference'; of: Id; less: Id }
  | { type: 'total'; of: Id; and: Id }
  | { type: 'ratio'; of: Id; per: Id };

type MetricKind = 'count' | 'money' | 'value' | 'ratio';
/** Display unit. A `percent` of 0.2 is shown as 20%; a `currency` amount is in the workspace's currency. */
type MetricUnit = 'count' | 'currency' | 'number' | 'percent';

type MetricDescription<Id extends string = MetricId> = {
  /** Label in table headers. */
  label: string;
  kind: MetricKind;
  unit: MetricUnit;
  formula: MetricFormula<Id>;
  /** One sentence without the final period. */
  sentence: string;
};

const eventIndexes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20] as const;
type EventIndex = (typeof eventIndexes)[number];
type EventMetricId = `${'event' | 'revenue' | 'cost' | 'value'}${EventIndex}`;

const named = {
  visits: count(
    'Visits',
    'visits',
    'Visits, excluding bots. Prefetches are excluded unless the campaign counts them',
  ),
  uniqueVisits: count(
    'Unique visits',
    'uniqueVisits',
    'Visits by people who had not visited the campaign in the previous 24 hours',
  ),
  botVisits: count('Bot visits', 'botVisits', 'Visits by bots. No other count includes them'),
  prefetchVisits: count(
    'Prefetch visits',
    'prefetchVisits',
    'Prefetches not followed by a landing-page click, or all prefetches if the campaign counts prefetches as visits',
  ),
  lpviews: count('LP views', 'lpviews', 'Visits to a landing page'),
  lpclicks: count('LP clicks', 'lpclicks', 'Clicks on a landing page that lead to an offer'),
  uniqueLpclicks: {
    label: 'Unique LP clicks',
    kind: 'count',
    unit: 'count',
    formula: { type: 'visitsWith', of: 'lpclicks' },
    sentence: 'Visits with at least one landing-page click',
  },
  conversions: count(
    'Conversions',
    'conversions',
    'Conversions with status hold, approved or refunded. Rejected conversions are not counted',
  ),
  cost: money('Cost', 'cost', 'Cost of visits and conversions, including bots'),
  revenue: money('Revenue', 'revenue', 'Revenue from conversions with status hold or approved'),
  revenueHold: money('Revenue on hold', 'revenue', 'Revenue with status hold', 'hold'),
  revenueApproved: money('Revenue approved', 'revenue', 'Revenue with status approved', 'approved'),
  profit: {
    label: 'Profit',
    kind: 'money',
    unit: 'currency',
    formula: { type: 'difference', of: 'revenue', less: 'cost' },
    sentence: 'Revenue minus cost',
  },
  roi: ratio(
    'ROI',
    'percent',
    ['profit', 'cost'],
    'Return on investment: profit divided by cost. 0.2 is 20%',
  ),
  roas: ratio('ROAS', 'percent', ['revenue', 'cost'], 'Return on ad spend: revenue divided by cost'),
  ctr: ratio(
    'LP CTR',
    'percent',
    ['lpclicks', 'lpviews'],
    'Click-through rate: landing-page clicks per landing-page view',
  ),
  cr: ratio('CR', 'percent', ['conversions', 'visits'], 'Conversion rate: conversions per visit'),
  lpcr: ratio(
    'LP CR',
    'percent',
    ['conversions', 'lpclicks'],
    'Landing page conversion rate: conversions per landing-page click',
  ),
  epv: ratio('EPV', 'currency', ['revenue', 'visits'], 'Earnings per visit'),
  epc: ratio('EPC', 'currency', ['revenue', 'lpclicks'], 'Earnings per landing-page click'),
  cpv: ratio('CPV', 'currency', ['cost', 'visits'], 'Cost per visit'),
  cpc: ratio('CPC', 'currency', ['cost', 'lpclicks'], 'Cost per landing-page click'),
  cpa: ratio('CPA', 'currency', ['cost', 'conversions'], 'Cost per conversion'),
  aov: ratio('AOV', 'currency', ['revenue', 'conversions'], 'Average order value: revenue per conversion'),
} as const satisfies Record<string, MetricDescription<string>>;

/**
 * Conversions by status, in the panel API only, because the metrics of the public API are a fixed contract. Only
 * `conversionsRejected` and `conversionsAll` include rejected conversions. See conversion-rows.ts for the rows that are
 * summed.
 */
const byStatus = {
  conversionsHold: count('On hold', 'conversions', 'Conversions with status hold', 'hold'),
  conversionsApproved: count('Approved', 'conversions', 'Conversions with status approved', 'approved'),
  conversionsRefunded: count('Refunded', 'conversions', 'Conversions with status refunded', 'refunded'),
  conversionsRejected: count('Rejected', 'events', 'Conversions with status rejected', 'rejected'),
  conversionsAll: {
    label: 'All conversions',
    kind: 'count',
    unit: 'count',
    formula: { type: 'total', of: 'conversions', and: 'conversionsRejected' },
    sentence: 'Conversions with any status, including rejected',
  },
  approveRate: ratio(
    'Approval rate',
    'percent',
    ['conversionsApproved', 'conversionsAll'],
    'Approved conversions divided by conversions with any status',
  ),
} as const satisfies Record<string, MetricDescription<string>>;

export type MetricId = keyof typeof named | keyof typeof byStatus | EventMetricId;

/** The single list of metrics for the APIs, their documentation, the panel and AI agents. */
export const reportMetrics: Readonly<Record<MetricId, MetricDescription>> = {
  ...named,
  ...eachEvent('event', (idx) => ({
    kind: 'count',
    unit: 'count',
    formula: { type: 'sum', of: 'events', idx },
    sentence: `Custom events with index ${idx}`,
  })),
  ...eachEvent('revenue', (idx) => ({
    kind: 'money',
    unit: 'currency',
    formula: { type: 'sum', of: 'revenue', idx },
    sentence: `Revenue from custom events with index ${idx}`,
  })),
  ...eachEvent('cost', (idx) => ({
    kind: 'money',
    unit: 'currency',
    formula: { type: 'sum', of: 'cost', idx },
    sentence: `Cost of custom events with index ${idx}`,
  })),
  ...eachEvent('value', (idx) => ({
    kind: 'value',
    unit: 'number',
    formula: { type: 'sum', of: 'value', idx },
    sentence: `Sum of the amounts sent in custom events with index ${idx}, if their action stores them`,
  })),
  ...byStatus,
};

export const metricIds = Object.keys(reportMetrics) as MetricId[];

/** All metrics except the numbered metrics of custom events. */
export const namedMetricIds = Object.keys({ ...named, ...byStatus }) as MetricId[];

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

function count(label: string, of: SummedQuantity, sentence: string, status?: ConversionStatus) {
  const formula = { type: 'sum', of, ...(status === undefined ? {} : { status }) } as const;
  return { label, kind: 'count', unit: 'count', formula, sentence } as const;
}

function money(label: string, of: 'cost' | 'revenue', sentence: string, status?: ConversionStatus) {
  return { ...count(label, of, sentence, status), kind: 'money', unit: 'currency' } as const;
}

function ratio<const Of extends string, const Per extends string>(
  label: string,
  unit: MetricUnit,
  [of, per]: readonly [Of, Per],
  sentence: string,
) {
  return { label, kind: 'ratio', unit, formula: { type: 'ratio', of, per }, sentence } as const;
}

function eachEvent<Name extends 'event' | 'revenue' | 'cost' | 'value'>(
  name: Name,
  describe: (idx: EventIndex) => Omit<MetricDescription, 'label'>,
): Record<`${Name}${EventIndex}`, MetricDescription> {
  return Object.fromEntries(
    eventIndexes.map((idx) => [
      `${name}${idx}`,
      { label: name === 'event' ? `Event ${idx}` : `Event ${idx} ${name}`, ...describe(idx) },
    ]),
  ) as Record<`${Name}${EventIndex}`, MetricDescription>;
}
