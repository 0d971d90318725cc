/**
 * Rollups are aggregate projections of the table `events`: sums over short stretches of time by few dimensions. ClickHouse
 * takes one by itself where a query can be answered from it alone, which is where all of this holds:
 * - the query looks at no other columns than `workspace_id`, `is_test`, the rollup's dimensions and its column of time, neither in
 *   conditions nor in groups. The time of the rows themselves, `time`, is another column.
 * - its sums are spelled as in `rolledUpSums`, and there are no others.
 * - conditions compare the column of time itself, not an expression of it: otherwise all of the workspace is read.
 * Otherwise the same query reads the rows, and answers the same.
 */
export type Rollup = {
  /** Of the projection. */
  name: string;
  /** What it knows of the time of a visit. */
  timeColumn: 'visit_day' | 'visit_hour' | 'visit_half_hour';
  stretchMs: number;
  dimensions: readonly string[];
};

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const ofCampaigns = ['campaign_id', 'traffic_source_id', 'rotator_id'] as const;

/** The smaller ones first: a test holds the list against the table. */
export const rollups: readonly Rollup[] = [
  // Days that begin at midnight in UTC: those of other zones are put together from hours.
  { name: 'counted_campaign_days', timeColumn: 'visit_day', stretchMs: dayMs, dimensions: ofCampaigns },
  hours('counted_place_hours', ['country', 'device_type']),
  hours('counted_campaign_hours', ofCampaigns),
  hours('counted_offer_hours', ['offer_id', 'affiliate_network_id', 'landing_id']),
  // For zones with half an hour in their offset. The few with a quarter are answered from the rows.
  {
    name: 'counted_campaign_halves',
    timeColumn: 'visit_half_hour',
    stretchMs: hourMs / 2,
    dimensions: ofCampaigns,
  },
];

/** Rows that were taken back, and what took them back, are none. */
export const rowsLeft = 'sum(rows)';

export const rolledUpSums: ReadonlySet<string> = new Set([
  rowsLeft,
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

type RollupQuestion = {
  /** Columns of rows that are grouped by or compared, apart from workspace and time. */
  columns: readonly string[];
  /** As the query spells them. */
  sums: readonly string[];
  /**
   * Whatever has to be told apart, in milliseconds: the range's first moment, the one after its last, changes and offsets
   * of its clocks, and the shortest time that is grouped by.
   */
  moments: readonly number[];
};

/** The rollup from which a question can be answered; without one the rows have to be read, by `visit_time`. */
export function findRollup({ columns, sums, moments }: RollupQuestion): Rollup | undefined {
  if (!sums.every((sum) => rolledUpSums.has(sum))) return undefined;
  return rollups.find(
    ({ dimensions, stretchMs }) =>
      columns.every((column) => dimensions.includes(column)) &&
      moments.every((moment) => moment % stretchMs === 0),
  );
}

function hours(name: string, dimensions: readonly string[]): Rollup {
  return { name, timeColumn: 'visit_hour', stretchMs: hourMs, dimensions };
}
