import { dimensionColumns } from '../../dimension-columns.ts';

const { tag: _, ...ownColumns } = dimensionColumns;
const columns = [...new Set([...Object.values(ownColumns), 'visit_id', 'tags', 'type', 'reasons', 'idx'])];

const ofVisits = [
  'visits',
  'unique_visits',
  'bot_visits',
  'prefetch_visits',
  'lp_views',
  'lp_clicks',
  'cost',
];
const ofConversions = ['events', 'conversions', 'revenue', 'value'];

// Selects each row at the time of its visit with its visits, clicks and cost, and again at its own time with its
// conversions. The time is in the column `counted_time`.
export function rowsAtOwnTimes(conditionsAt: (column: string) => string): string {
  const visits = [...columns, ...ofVisits, ...none(ofConversions), 'visit_time AS counted_time'];
  const conversions = [...columns, ...none(ofVisits), ...ofConversions, 'time AS counted_time'];
  return `(SELECT ${visits.join(', ')} FROM traffic.events WHERE ${conditionsAt('visit_time')}
    UNION ALL SELECT ${conversions.join(', ')} FROM traffic.events
    WHERE type IN ('event', 'adjustment') AND ${conditionsAt('time')}) AS counted`;
}

function none(names: readonly string[]): string[] {
  return names.map((name) => `0 AS ${name}`);
}
