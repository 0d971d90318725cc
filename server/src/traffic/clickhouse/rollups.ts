/**
 * Rollups are aggregate projections of the table `events`: sums over short intervals by a few dimensions. ClickHouse
 * uses a rollup automatically if the rollup can answer the whole query, which requires that:
 * - conditions and groups use only `workspace_id`, `is_test`, the dimensions of the rollup and its time column. The
 *   time of the rows themselves, `time`, is a different column.
 * - all sums are written exactly as in `rolledUpSums`.
 * - conditions compare the time column itself, not an expression that contains it; otherwise all of the workspace's
 *   rows are read.
 * Any other query reads the rows, with the same result.
 */
export type Rollup = {
  name: string;
  timeColumn: 'visit_day' | 'visit_hour' | 'visit_half_hour';
  intervalMs: number;
  dimensions: readonly string[];
};

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const ofCampaigns = ['campaign_id', 'traffic_source_id', 'rotator_id'] as const;

/** Rollups, smallest first. A test compares this list with the table. */
export const rollups: readonly Rollup[] = [
  // Days start at midnight UTC. Days in other time zones are summed from hours.
  { name: 'counted_campaign_days', timeColumn: 'visit_day', intervalMs: dayMs, dimensions: ofCampaigns },
  hours('counted_place_hours', ['country', 'device_type']),
  hours('counted_campaign_hours', ofCampaigns),
  hours('counted_offer_hours', ['offer_id', 'affiliate_network_id', 'landing_id']),
  // For time zones with a half-hour offset. Reports in time zones with a quarter-hour offset read the rows.
  {
    name: 'counted_campaign_halves',
    timeColumn: 'visit_half_hour',
    intervalMs: hourMs / 2,
    dimensions: ofCampaigns,
  },
];

/** Number of rows. A reversed row and its reversal together add zero. */
export const netRowCount = 'sum(rows)';

export const rolledUpSums: ReadonlySet<string> = new Set([
  netRowCount,
  'sum(visits)',
  'sum(unique_visits)',
  'sum(bot_visits)',
  'sum(prefetch_visits)',
  'sum(lp_views)',
  'sum(lp_clicks)',
  'sum(conversions)',
  'sum(cost)',
  'sum(revenue)',
  "sumIf(revenue, status = 'hold')",
  "sumIf(revenue, status = 'approved')",
]);

type RollupRequest = {
  columns: readonly string[];
  sums: readonly string[];
  boundaries: readonly number[];
};

export function findRollup({ columns, sums, boundaries }: RollupRequest): Rollup | undefined {
  if (!sums.every((sum) => rolledUpSums.has(sum))) return undefined;
  return rollups.find(
    ({ dimensions, intervalMs }) =>
      columns.every((column) => dimensions.includes(column)) &&
      boundaries.every((boundary) => boundary % intervalMs === 0),
  );
}

function hours(name: string, dimensions: readonly string[]): Rollup {
  return { name, timeColumn: 'visit_hour', intervalMs: hourMs, dimensions };
}
