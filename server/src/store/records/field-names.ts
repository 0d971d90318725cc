import type { FieldNames, FieldNamesQuery } from '@waypost/contract/reports/field-names.ts';
import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

// Reads the names of tokens and goal actions of the records in the scope. Without a scope, archived traffic sources and
// campaigns are left out.
export async function readFieldNames(
  executor: Executor,
  workspaceId: string,
  { campaignIds, trafficSourceIds, rotatorIds }: FieldNamesQuery,
  withoutRules: { idx: number; label: string },
): Promise<FieldNames> {
  const isScoped = (campaignIds ?? trafficSourceIds ?? rotatorIds) !== undefined;
  const inScope = isScoped
    ? sql`${among('campaigns.id', campaignIds)} AND ${among('campaigns.traffic_source_id', trafficSourceIds)}
        AND ${among('campaigns.rotator_id', rotatorIds)}`
    : sql`campaigns.status <> 'archived'`;
  // A traffic source in the scope has names even if no campaign uses it yet.
  const sources =
    campaignIds === undefined && rotatorIds === undefined
      ? isScoped
        ? among('sources.id', trafficSourceIds)
        : sql`sources.status <> 'archived'`
      : sql`sources.id IN (SELECT scoped.traffic_source_id FROM scoped)`;
  const { rows } = await sql<{ kind: 'token' | 'action'; number: number; names: string[] }>`
    WITH scoped AS (
      SELECT campaigns.id, campaigns.traffic_source_id FROM campaigns
      WHERE campaigns.workspace_id = ${workspaceId} AND ${inScope}),
    named AS (
      SELECT 'token' AS kind, (token ->> 'index')::integer AS number, token ->> 'name' AS name, count(*) AS uses
      FROM traffic_sources AS sources, jsonb_array_elements(sources.tokens) AS token
      WHERE sources.workspace_id = ${workspaceId} AND ${sources}
      GROUP BY 2, 3
      UNION ALL
      SELECT 'action', actions.idx, actions.label, count(*)
      FROM goal_actions AS actions
      JOIN goal_rules AS rules ON rules.workspace_id = actions.workspace_id AND rules.id = actions.rule_id
      JOIN scoped ON scoped.id = rules.campaign_id
      WHERE actions.workspace_id = ${workspaceId}
      GROUP BY 2, 3
      UNION ALL
      -- Incoming postbacks of campaigns without rules.
      SELECT 'action', ${withoutRules.idx}::integer, ${withoutRules.label}, count(*)
      FROM scoped WHERE NOT EXISTS (SELECT FROM goal_rules AS rules WHERE rules.campaign_id = scoped.id)
      HAVING count(*) > 0)
    SELECT kind, number, array_agg(name ORDER BY uses DESC, name) AS names
    FROM (SELECT kind, number, name, sum(uses) AS uses FROM named GROUP BY 1, 2, 3) AS merged
    GROUP BY kind, number ORDER BY kind, number`.execute(executor);
  const of = (kind: string) => rows.filter((row) => row.kind === kind);
  return {
    tokens: of('token').map(({ number, names }) => ({ index: number, names })),
    goalActions: of('action').map(({ number, names }) => ({ idx: number, names })),
  };
}

function among(column: string, ids: readonly string[] | undefined) {
  return ids === undefined ? sql`true` : sql`${sql.ref(column)} = ANY(${ids}::uuid[])`;
}
