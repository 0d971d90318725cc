import type { PoolClient } from 'pg';
import { noneMissing, type MissingVisits } from '../../domain/traffic/batch-target.ts';
import { groupedColumns, trafficColumns, type TrafficColumn } from '../../domain/traffic/columns.ts';
import { visitUnknown } from '../../domain/traffic/reasons.ts';
import { preferLookUps, visitOf } from './find-visits.ts';
import { given, incoming } from './store-rows.ts';

/** The offer and its network are a landing click's own, because they are what it chose; an adjustment chose nothing. */
const chosen: ReadonlySet<TrafficColumn> = new Set(['offer_id', 'affiliate_network_id']);
const fromVisit: ReadonlySet<TrafficColumn> = new Set(groupedColumns);

const isFound = 'visit.id IS NOT NULL';
const isPromotion = `(${isFound} AND 'prefetch-followed' = ANY(click.reasons))`;

const joinStatement = `INSERT INTO ${incoming} (${trafficColumns.join(', ')})
  SELECT ${trafficColumns.map(selectColumn).join(', ')}
  FROM ${given} AS click LEFT JOIN LATERAL (${visitOf('click')}) AS visit ON click.visit_id IS NOT NULL`;

/** Gives rows that belong to visits what their visit says of itself, on the way from `given` to `incoming`. */
export async function joinVisits(client: PoolClient): Promise<void> {
  await preferLookUps(client);
  await client.query(joinStatement);
}

function selectColumn(name: TrafficColumn): string {
  const ofVisit = (when: string) => `CASE WHEN ${when} THEN visit.${name} ELSE click.${name} END`;
  // Tags that came later are what their row is about.
  if (name === 'tags') return ofVisit(`${isFound} AND NOT coalesce('tag' = ANY(click.reasons), false)`);
  if (name === 'reasons')
    return `CASE WHEN ${isFound} THEN click.reasons ELSE array_append(click.reasons, '${visitUnknown}') END`;
  // Whether the visitor was new is known since the visit, and counts from now on.
  if (name === 'unique_visits')
    return `CASE WHEN ${isPromotion} THEN CASE WHEN visit.is_unique THEN 1::smallint END ELSE click.unique_visits END`;
  // And whether it was the view of a page: the click may have chosen a path of its own.
  if (name === 'lp_views')
    return `CASE WHEN ${isPromotion} THEN CASE WHEN visit.outcome IN ('landing', 'direct') THEN 1::smallint END ELSE click.lp_views END`;
  if (chosen.has(name)) return ofVisit(`${isFound} AND click.type = 'adjustment'`);
  return fromVisit.has(name) ? ofVisit(isFound) : `click.${name}`;
}

/** Visits that the rows in `given` name and that are not there. */
export async function findMissingVisits(client: PoolClient): Promise<MissingVisits> {
  await preferLookUps(client);
  const { rows } = await client.query<MissingVisits>(
    `SELECT count(*)::float8 AS count, coalesce(max(visit_time), 0)::float8 AS "newestMs" FROM (
      SELECT DISTINCT workspace_id, campaign_id, visit_time, visit_id FROM ${given} WHERE visit_id IS NOT NULL
    ) AS click
    WHERE NOT EXISTS (SELECT FROM (${visitOf('click')}) AS visit)`,
  );
  return rows[0] ?? noneMissing;
}
