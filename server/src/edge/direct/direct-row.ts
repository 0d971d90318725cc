import { countColumns } from '../../domain/events/columns.ts';
import { visitRow } from '../visits/visit-row.ts';
import type { Visit } from '../visits/visit.ts';

// The cells of the counts behind the views of landings, which a visit leaves empty.
const afterViews = '\t'.repeat(countColumns.length - countColumns.indexOf('lp_views') - 1);

/**
 * The row of a visit that the script reported. Whoever runs the script sees the page, so it is a view of one, also where
 * the page is no landing of the path: clicks on it would have nothing to be measured by otherwise.
 */
export function directRow(visit: Visit): string {
  const row = visitRow(visit);
  if (visit.outcome !== 'direct' || !visit.isCounted) return row;
  return `${row.slice(0, row.length - afterViews.length)}1${afterViews}`;
}
