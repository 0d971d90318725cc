import type { PoolClient } from 'pg';
import { noneMissing, type MissingVisits } from '../../domain/traffic/batch-target.ts';
import { groupedColumns, trafficColumns, type TrafficColumn } from '../../domain/traffic/columns.ts';
import { visitUnknown } from '../../domain/traffic/reasons.ts';
import { preferIndexScans, visitOf } from './find-visits.ts';
import { unjoined, incoming } from './store-rows.ts';

// A click already contains its offer and network, so these columns are not copied from the visit. Only adjustments copy
// them.
const chosenColumns: ReadonlySet<TrafficColumn> = new Set(['offer_id', 'affiliate_network_id']);
const copiedColumns: ReadonlySet<TrafficColumn> = new Set(groupedColumns);

const isFound = 'visit.id IS NOT NULL';
const isPromotion = `(${isFound} AND 'prefetch-followed' = ANY(click.reasons))`;

const joinStatement = `INSERT INTO ${incoming} (${trafficColumns.join(', ')})
  SELECT ${trafficColumns.map(selectColumn).join(', ')}
  FROM ${unjoined} AS click LEFT JOIN LATERAL (${visitOf('click')}) AS visit ON click.visit_id IS NOT NULL`;

/** Copies rows from `unjoined` to `incoming` and adds the attributes of their visits. */
export async function joinVisits(client: PoolClient): Promise<void> {
  await preferIndexScans(client);
  await client.query(joinStatement);
}

function selectColumn(name: TrafficColumn): string {
  const takeFromVisit = (when: string) => `CASE WHEN ${when} THEN visit.${name} ELSE click.${name} END`;
  // A row that adds tags keeps its own tags.
  if (name === 'tags') return takeFromVisit(`${isFound} AND NOT coalesce('tag' = ANY(click.reasons), false)`);
  if (name === 'reasons')
    return `CASE WHEN ${isFound} THEN click.reasons ELSE array_append(click.reasons, '${visitUnknown}') END`;
  // Uniqueness was determined at the time of the visit, but the visit counts as unique only after the promotion.
  if (name === 'unique_visits')
    return `CASE WHEN ${isPromotion} THEN CASE WHEN visit.is_unique THEN 1::smallint END ELSE click.unique_visits END`;
  // Landing-page views also come from the visit, because the click may have taken a different path.
  if (name === 'lp_views')
    return `CASE WHEN ${isPromotion} THEN CASE WHEN visit.outcome IN ('landing', 'direct') THEN 1::smallint END ELSE click.lp_views END`;
  if (chosenColumns.has(name)) return takeFromVisit(`${isFound} AND click.type = 'adjustment'`);
  return copiedColumns.has(name) ? takeFromVisit(isFound) : `click.${name}`;
}

export async function findMissingVisits(client: PoolClient): Promise<MissingVisits> {
  await preferIndexScans(client);
  const { rows } = await client.query<MissingVisits>(
    `SELECT count(*)::float8 AS count, coalesce(max(visit_time), 0)::float8 AS "newestMs" FROM (
      SELECT DISTINCT workspace_id, campaign_id, visit_time, visit_id FROM ${unjoined} WHERE visit_id IS NOT NULL
    ) AS click
    WHERE NOT EXISTS (SELECT FROM (${visitOf('click')}) AS visit)`,
  );
  return rows[0] ?? noneMissing;
}
