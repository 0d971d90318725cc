import {
  visitAttributeNames,
  visitAttributes,
  type AttributeKind,
  type VisitAttributeValues,
} from '@waypost/contract/visits/visit-attributes.ts';
import type { PoolClient } from 'pg';
import { columnOf } from '../../domain/traffic/attribute-columns.ts';
import type { ClickedOffer } from '../../domain/conversions/index.ts';
import type { RecordedVisit } from '../../domain/traffic/recorded-visit.ts';
import { timeOfId } from '../../platform/ids.ts';
import type { VisitKey } from '../traffic-store.ts';
import type { TrafficConnections } from './connections.ts';

/**
 * Forces index scans until the end of the transaction. A new month has no statistics yet, so the planner would read the
 * whole month to find one visit.
 */
export async function preferIndexScans(client: PoolClient): Promise<void> {
  await client.query(
    `SELECT set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
      set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`,
  );
}

/**
 * Returns a subquery for a LATERAL join that finds the visit of a row in `wanted`. The conditions on workspace and
 * campaign are written so that they cannot use an index, because the planner would prefer such an index to the index on
 * the ID and read too many rows.
 */
export function visitOf(wanted: string): string {
  return `SELECT * FROM traffic.events AS visit
    WHERE visit.visit_id = ${wanted}.visit_id AND visit.visit_time = ${wanted}.visit_time AND visit.type = 'visit'
      AND (visit.workspace_id = ${wanted}.workspace_id) IS TRUE
      AND visit.campaign_id IS NOT DISTINCT FROM ${wanted}.campaign_id
    LIMIT 1 OFFSET 0`;
}

// Timeout of the query. It is short, because the caller may be holding a transaction open.
const limits = { timeoutMs: 6_000 };

/** Returns SQL that selects an attribute in a form that the driver converts to the JavaScript type of the attribute. */
export function selectAttribute(column: string, kind: AttributeKind): string {
  if (kind === 'address') return `host(${column})`;
  if (kind === 'number') return `${column}::float8`;
  return kind === 'list' ? `coalesce(${column}, '{}')` : column;
}

const selected = visitAttributeNames.map(
  (name) => `${selectAttribute(`visit.${columnOf(name)}`, visitAttributes[name].kind)} AS "${name}"`,
);

type FoundVisit = VisitAttributeValues &
  Pick<RecordedVisit, 'workspaceId' | 'campaignId' | 'visitId'> & {
    timeMs: string;
    cost: string;
  };

const requestedKeys = `unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bigint[])
  AS wanted (workspace_id, campaign_id, visit_id, visit_time)`;

function listKeys(keys: readonly VisitKey[]): unknown[][] {
  const list = <Value>(pick: (key: VisitKey) => Value) => keys.map(pick);
  return [
    list(({ workspaceId }) => workspaceId),
    list(({ campaignId }) => campaignId),
    list(({ visitId }) => visitId),
    list(({ visitId }) => timeOfId(visitId)),
  ];
}

export async function findVisits(
  connections: TrafficConnections,
  keys: readonly VisitKey[],
): Promise<Map<string, RecordedVisit>> {
  if (keys.length === 0) return new Map();
  const { rows } = await connections.asSystem(limits, async (client) => {
    await preferIndexScans(client);
    return await client.query<FoundVisit>(
      `SELECT visit.workspace_id AS "workspaceId", visit.campaign_id AS "campaignId", visit.visit_id AS "visitId",
        visit.visit_time AS "timeMs", coalesce(visit.cost, 0)::text AS cost, ${selected.join(', ')}
      FROM ${requestedKeys} CROSS JOIN LATERAL (${visitOf('wanted')}) AS visit`,
      listKeys(keys),
    );
  });
  return new Map(rows.map((row) => [row.visitId, { ...row, timeMs: Number(row.timeMs) }]));
}

export async function findClicks(
  connections: TrafficConnections,
  keys: readonly VisitKey[],
): Promise<Map<string, ClickedOffer[]>> {
  if (keys.length === 0) return new Map();
  const { rows } = await connections.asSystem(limits, async (client) => {
    await preferIndexScans(client);
    return await client.query<ClickedOffer & { visitId: string }>(
      `SELECT wanted.visit_id AS "visitId", click.offer_id AS "offerId",
        click.affiliate_network_id AS "affiliateNetworkId", click.first::float8 AS "firstMs", click.last::float8 AS "lastMs"
      FROM ${requestedKeys} CROSS JOIN LATERAL (
        SELECT offer_id, affiliate_network_id, min(time) AS first, max(time) AS last FROM traffic.events AS click
        WHERE click.visit_id = wanted.visit_id AND click.visit_time = wanted.visit_time
          AND click.type = 'lpclick' AND click.outcome = 'offer' AND click.lp_clicks = 1
          AND (click.workspace_id = wanted.workspace_id) IS TRUE
          AND click.campaign_id IS NOT DISTINCT FROM wanted.campaign_id
        GROUP BY offer_id, affiliate_network_id) AS click`,
      listKeys(keys),
    );
  });
  return Map.groupBy(rows, ({ visitId }) => visitId);
}
