import { dimensionColumns } from '../../dimension-columns.ts';
import type { QueryParameters } from '../query-parameters.ts';
import { fromWorkspaceRows } from '../workspace-rows.ts';

const { tag: _, ...ownColumns } = dimensionColumns;
const columns = [...new Set([...Object.values(ownColumns), 'visit_id', 'tags', 'idx', 'late', 'rows'])];

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
const amounts = new Set(['cost', 'revenue', 'value']);

// Selects each row at the time of its visit with its visits, clicks and cost, and again at its own time with its
// conversions. The time is in the column `counted_time`.
export function fromRowsAtOwnTimes(
  parameters: QueryParameters,
  workspaceId: string,
  conditionsAt: (column: 'visit_time' | 'time') => readonly string[],
): string {
  const visits = [...columns, ...ofVisits, ...none(ofConversions), 'visit_time AS counted_time'];
  const conversions = [...columns, ...none(ofVisits), ...ofConversions, 'time AS counted_time'];
  const ofTypes = "type IN ('event', 'adjustment')";
  return `FROM (
    SELECT ${visits.join(', ')} ${fromWorkspaceRows(parameters, workspaceId, conditionsAt('visit_time'))}
    UNION ALL
    SELECT ${conversions.join(', ')} ${fromWorkspaceRows(parameters, workspaceId, [ofTypes, ...conditionsAt('time')])})`;
}

function none(names: readonly string[]): string[] {
  return names.map((name) => `${amounts.has(name) ? 'toDecimal128(0, 12)' : '0'} AS ${name}`);
}
