import type { DimensionId, TimeDimension } from '@waypost/contract/reports/report-dimensions.ts';
import type { SummedQuantity } from '@waypost/contract/reports/report-metrics.ts';
import type { Sum } from '../../domain/reports/metric-sums.ts';
import { testTag } from '@waypost/contract/visits/test-traffic.ts';
import { dimensionColumns } from '../dimension-columns.ts';
import type { ReportNeeds } from '../plan-report.ts';

export type Rollup = {
  table: string;
  intervalMs: number;
  dimensions: readonly Exclude<DimensionId, TimeDimension>[];
};

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const ofCampaigns = ['campaign', 'trafficSource', 'rotator'] as const;

/** Rollups, smallest first. Days start at midnight UTC, and days in other time zones are summed from hours. */
export const rollups: readonly Rollup[] = [
  { table: 'campaign_days', intervalMs: dayMs, dimensions: ofCampaigns },
  { table: 'offer_days', intervalMs: dayMs, dimensions: ['offer', 'affiliateNetwork', 'landing'] },
  { table: 'place_hours', intervalMs: hourMs, dimensions: ['country', 'deviceType'] },
  { table: 'campaign_hours', intervalMs: hourMs, dimensions: ofCampaigns },
];

const countColumns = [
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

const byStatus = {
  revenue_hold: { of: 'revenue', status: 'hold' },
  revenue_approved: { of: 'revenue', status: 'approved' },
  conversions_hold: { of: 'conversions', status: 'hold' },
  conversions_approved: { of: 'conversions', status: 'approved' },
  conversions_refunded: { of: 'conversions', status: 'refunded' },
  events_rejected: { of: 'events', status: 'rejected' },
} as const;

const summed: readonly (readonly [column: string, sql: string])[] = [
  ['rows', 'count(*)'],
  ...[...countColumns, 'cost', 'revenue'].map((column) => [column, `coalesce(sum(${column}), 0)`] as const),
  ...Object.entries(byStatus).map(
    ([column, { of, status }]) =>
      [column, `coalesce(sum(${of}) FILTER (WHERE status = '${status}'), 0)`] as const,
  ),
];

export function rolledUpColumn(sum: Sum): string | undefined {
  if (sum.type !== 'sum' || sum.idx !== undefined) return undefined;
  if (sum.status === undefined) return columnOfQuantity[sum.of];
  const found = Object.entries(byStatus).find(([, { of, status }]) => of === sum.of && status === sum.status);
  return found?.[0];
}

export const isNotTest = `('${testTag}' = ANY(tags)) IS NOT TRUE`;

/** Returns the smallest rollup that can answer a report, or undefined if the rows must be read. */
export function findRollup({
  dimensions,
  sums,
  boundaries,
  withTests,
  hasOwnTimes,
}: ReportNeeds): Rollup | undefined {
  if (withTests || hasOwnTimes || !sums.every((sum) => rolledUpColumn(sum) !== undefined)) return undefined;
  return rollups.find(
    (rollup) =>
      dimensions.every((dimension) => rollup.dimensions.includes(dimension)) &&
      boundaries.every((boundary) => boundary % rollup.intervalMs === 0),
  );
}

/**
 * Returns statements that add the rows of `table` to every rollup, or subtract them. An advisory lock ensures that only
 * one transaction at a time runs the statements, because two transactions that update the same sums in different orders
 * could deadlock.
 */
export function rollUpStatements(table: string, sign: 1 | -1): string[] {
  return [
    `SELECT pg_advisory_xact_lock(${rollupLockKey})`,
    ...rollups.map((rollup) => rollUp(rollup, table, sign)),
    ...(sign === 1 ? [] : rollups.map((rollup) => deleteEmpty(rollup, table))),
    ...Object.values(capCounts).map((count) => countCapsStatement(count, table, sign)),
  ];
}

const rollupLockKey = 7_240_811_525;

function rollUp({ table, intervalMs, dimensions }: Rollup, from: string, sign: 1 | -1): string {
  const keys = ['workspace_id', 'start', ...dimensions.map((id) => dimensionColumns[id])];
  const start = `visit_time / ${intervalMs} * ${intervalMs}`;
  const grouped = keys.map((key) => (key === 'start' ? start : key));
  const positions = keys.map((_, at) => at + 1).join(', ');
  const columns = summed.map(([column]) => column);
  return `INSERT INTO traffic.${table} AS existing (${[...keys, ...columns].join(', ')})
    SELECT ${grouped.join(', ')}, ${summed.map(([, sql]) => `${sign} * ${sql}`).join(', ')}
    FROM ${from} WHERE ${isNotTest} GROUP BY ${positions}
    ON CONFLICT (${keys.join(', ')}) DO UPDATE
    SET ${columns.map((column) => `${column} = existing.${column} + excluded.${column}`).join(', ')}`;
}

function deleteEmpty({ table, intervalMs }: Rollup, from: string): string {
  return `DELETE FROM traffic.${table} AS existing
    USING (SELECT DISTINCT workspace_id, visit_time / ${intervalMs} * ${intervalMs} AS start FROM ${from}) AS deleted
    WHERE existing.workspace_id = deleted.workspace_id AND existing.start = deleted.start AND existing.rows = 0`;
}

export const quarterMs = hourMs / 4;

// ID column of the record, its quarter-hour table and count column, and the aggregate that counts visitors.
type CapCount = { column: string; quarters: string; countColumn: string; arrivals: string };

/** SQL that counts arrivals for caps. Arrivals exclude bots and visitors who could not be sent anywhere. */
export const capCounts: Readonly<Record<'offer' | 'path', CapCount>> = {
  offer: {
    column: 'offer_id',
    quarters: 'offer_quarters',
    countColumn: 'clicks',
    arrivals: `coalesce(sum(visits) FILTER (WHERE outcome = 'offer' AND is_bot IS NULL), 0)
      + coalesce(sum(lp_clicks) FILTER (WHERE is_bot IS NULL), 0)`,
  },
  path: {
    column: 'path_id',
    quarters: 'path_quarters',
    countColumn: 'visits',
    arrivals: `coalesce(sum(visits) FILTER (WHERE is_bot IS NULL
      AND coalesce(outcome, '') NOT IN ('all-capped', 'empty-path', 'unusable-url')), 0)`,
  },
};

function countCapsStatement(
  { column, quarters, countColumn, arrivals }: CapCount,
  from: string,
  sign: 1 | -1,
): string {
  return `INSERT INTO traffic.${quarters} AS existing (workspace_id, ${column}, start, ${countColumn}, conversions)
    SELECT * FROM (
      SELECT workspace_id, ${column}, time / ${quarterMs} * ${quarterMs} AS start, ${sign} * (${arrivals}) AS visitors,
        ${sign} * coalesce(sum(conversions), 0) AS conversions
      FROM ${from} WHERE ${column} IS NOT NULL GROUP BY 1, 2, 3
    ) AS counted WHERE visitors <> 0 OR conversions <> 0
    ON CONFLICT (workspace_id, ${column}, start) DO UPDATE
    SET ${countColumn} = existing.${countColumn} + excluded.${countColumn}, conversions = existing.conversions + excluded.conversions`;
}
