import type { DimensionId, TimeDimension } from '@waypost/contract/report-dimensions.ts';
import type { SummedQuantity } from '@waypost/contract/report-metrics.ts';
import type { Sum } from '../../domain/reports/metric-sums.ts';
import { testTag } from '@waypost/contract/test-traffic.ts';
import { dimensionColumns } from '../dimension-columns.ts';
import type { ReportNeeds } from '../plan-report.ts';

/** Sums over stretches of the visits' time by few dimensions, in a table of its own. */
export type Rollup = {
  table: string;
  stretchMs: number;
  dimensions: readonly Exclude<DimensionId, TimeDimension>[];
};

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const ofCampaigns = ['campaign', 'trafficSource', 'rotator'] as const;

/** The smaller ones first. Days begin at midnight in UTC: those of other zones are put together from hours. */
export const rollups: readonly Rollup[] = [
  { table: 'campaign_days', stretchMs: dayMs, dimensions: ofCampaigns },
  { table: 'offer_days', stretchMs: dayMs, dimensions: ['offer', 'affiliateNetwork', 'landing'] },
  { table: 'place_hours', stretchMs: hourMs, dimensions: ['country', 'deviceType'] },
  { table: 'campaign_hours', stretchMs: hourMs, dimensions: ofCampaigns },
];

const counts = [
  'visits',
  'unique_visits',
  'bot_visits',
  'prefetch_visits',
  'lp_views',
  'lp_clicks',
  'conversions',
] as const;

const columnOfQuantity: Partial<Record<SummedQuantity, string>> = {
  visits: 'visits',
  uniqueVisits: 'unique_visits',
  botVisits: 'bot_visits',
  prefetchVisits: 'prefetch_visits',
  lpviews: 'lp_views',
  lpclicks: 'lp_clicks',
  conversions: 'conversions',
  cost: 'cost',
  revenue: 'revenue',
};

/** Sums over the rows of a status, by their columns. */
const byStatus = {
  revenue_hold: { of: 'revenue', status: 'hold' },
  revenue_approved: { of: 'revenue', status: 'approved' },
  conversions_hold: { of: 'conversions', status: 'hold' },
  conversions_approved: { of: 'conversions', status: 'approved' },
  conversions_refunded: { of: 'conversions', status: 'refunded' },
  events_rejected: { of: 'events', status: 'rejected' },
} as const;

/** Columns of a rollup, each with the sum over rows that it holds. */
const summed: readonly (readonly [column: string, sql: string])[] = [
  ['rows', 'count(*)'],
  ...[...counts, 'cost', 'revenue'].map((column) => [column, `coalesce(sum(${column}), 0)`] as const),
  ...Object.entries(byStatus).map(
    ([column, { of, status }]) =>
      [column, `coalesce(sum(${of}) FILTER (WHERE status = '${status}'), 0)`] as const,
  ),
];

/** The column of rollups that holds a sum; undefined where they do not have it. */
export function rolledUpColumn(sum: Sum): string | undefined {
  if (sum.type !== 'sum' || sum.idx !== undefined) return undefined;
  if (sum.status === undefined) return columnOfQuantity[sum.of];
  const found = Object.entries(byStatus).find(([, { of, status }]) => of === sum.of && status === sum.status);
  return found?.[0];
}

/** Rows of test visits are in no rollup. */
export const isNoTest = `('${testTag}' = ANY(tags)) IS NOT TRUE`;

/** The rollup from which a question can be answered; without one the rows have to be read. */
export function findRollup({ dimensions, sums, moments, withTests }: ReportNeeds): Rollup | undefined {
  if (withTests || !sums.every((sum) => rolledUpColumn(sum) !== undefined)) return undefined;
  return rollups.find(
    (rollup) =>
      dimensions.every((dimension) => rollup.dimensions.includes(dimension)) &&
      moments.every((moment) => moment % rollup.stretchMs === 0),
  );
}

/**
 * Statements that add the rows of `table` to every rollup, or take them out again. They wait for each other, and only for
 * as long as that takes: two transactions with the same sums in another order would wait for each other for ever.
 */
export function rollUpStatements(table: string, sign: 1 | -1): string[] {
  return [
    `SELECT pg_advisory_xact_lock(${turnOfRollups})`,
    ...rollups.map((rollup) => rollUp(rollup, table, sign)),
    ...(sign === 1 ? [] : rollups.map((rollup) => deleteEmpty(rollup, table))),
    ...Object.values(capCounts).map((count) => countCapsStatement(count, table, sign)),
  ];
}

const turnOfRollups = 7_240_811_525;

function rollUp({ table, stretchMs, dimensions }: Rollup, from: string, sign: 1 | -1): string {
  const keys = ['workspace_id', 'start', ...dimensions.map((id) => dimensionColumns[id])];
  const start = `visit_time / ${stretchMs} * ${stretchMs}`;
  const grouped = keys.map((key) => (key === 'start' ? start : key));
  const places = keys.map((_, at) => at + 1).join(', ');
  const columns = summed.map(([column]) => column);
  return `INSERT INTO traffic.${table} AS kept (${[...keys, ...columns].join(', ')})
    SELECT ${grouped.join(', ')}, ${summed.map(([, sql]) => `${sign} * ${sql}`).join(', ')}
    FROM ${from} WHERE ${isNoTest} GROUP BY ${places}
    ON CONFLICT (${keys.join(', ')}) DO UPDATE
    SET ${columns.map((column) => `${column} = kept.${column} + excluded.${column}`).join(', ')}`;
}

/** Of what is not there any more there is no group either. */
function deleteEmpty({ table, stretchMs }: Rollup, from: string): string {
  return `DELETE FROM traffic.${table} AS kept
    USING (SELECT DISTINCT workspace_id, visit_time / ${stretchMs} * ${stretchMs} AS start FROM ${from}) AS gone
    WHERE kept.workspace_id = gone.workspace_id AND kept.start = gone.start AND kept.rows = 0`;
}

export const quarterMs = hourMs / 4;

/** What caps are counted by: the records' column in rows, and the table of quarters of an hour with its column of people. */
type CapCount = { column: string; quarters: string; people: string; arrivals: string };

/** Bots are nobody. Whom a path could send nowhere did not arrive on it. */
export const capCounts: Readonly<Record<'offer' | 'path', CapCount>> = {
  offer: {
    column: 'offer_id',
    quarters: 'offer_quarters',
    people: 'clicks',
    arrivals: `coalesce(sum(visits) FILTER (WHERE outcome = 'offer' AND is_bot IS NULL), 0)
      + coalesce(sum(lp_clicks) FILTER (WHERE is_bot IS NULL), 0)`,
  },
  path: {
    column: 'path_id',
    quarters: 'path_quarters',
    people: 'visits',
    arrivals: `coalesce(sum(visits) FILTER (WHERE is_bot IS NULL
      AND coalesce(outcome, '') NOT IN ('all-capped', 'empty-path', 'unusable-url')), 0)`,
  },
};

function countCapsStatement(
  { column, quarters, people, arrivals }: CapCount,
  from: string,
  sign: 1 | -1,
): string {
  return `INSERT INTO traffic.${quarters} AS kept (workspace_id, ${column}, start, ${people}, conversions)
    SELECT * FROM (
      SELECT workspace_id, ${column}, time / ${quarterMs} * ${quarterMs} AS start, ${sign} * (${arrivals}) AS people,
        ${sign} * coalesce(sum(conversions), 0) AS conversions
      FROM ${from} WHERE ${column} IS NOT NULL GROUP BY 1, 2, 3
    ) AS counted WHERE people <> 0 OR conversions <> 0
    ON CONFLICT (workspace_id, ${column}, start) DO UPDATE
    SET ${people} = kept.${people} + excluded.${people}, conversions = kept.conversions + excluded.conversions`;
}
