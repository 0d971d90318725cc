import { sql } from 'kysely';
import type { Executor } from './database.ts';

export type PoolItem = { pathId: string; itemId: string; weight: number; enabled: boolean };

export type RotatorRulesRows = {
  version: number;
  defaultPathId: string;
  paths: { id: string; name: string; enabled: boolean }[];
  landings: PoolItem[];
  offers: PoolItem[];
  rules: {
    id: string;
    priority: number;
    name: string;
    enabled: boolean;
    conditions: Record<string, unknown> | null;
  }[];
  rulePaths: { ruleId: string; pathId: string; weight: number }[];
};

/** Everything that one rotator's routing is made of, in its own order; undefined where there is no such rotator. */
export async function readRotatorRules(
  executor: Executor,
  workspaceId: string,
  rotatorId: string,
): Promise<RotatorRulesRows | undefined> {
  const rotator = await executor
    .selectFrom('rotators')
    .select(['version', 'default_path_id as defaultPathId'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', rotatorId)
    .executeTakeFirst();
  if (rotator === undefined) return undefined;
  const paths = await executor
    .selectFrom('rotator_paths')
    .select(['id', 'name', 'enabled'])
    .where('workspace_id', '=', workspaceId)
    .where('rotator_id', '=', rotatorId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .execute();
  const pathIds = paths.map((path) => path.id);
  return {
    ...rotator,
    paths,
    landings: await readPools(executor, workspaceId, pathIds, 'landings'),
    offers: await readPools(executor, workspaceId, pathIds, 'offers'),
    ...(await readRules(executor, workspaceId, rotatorId)),
  };
}

const pools = {
  landings: { table: 'rotator_path_landings', item: 'landing_id' },
  offers: { table: 'rotator_path_offers', item: 'offer_id' },
} as const;

async function readPools(
  executor: Executor,
  workspaceId: string,
  pathIds: string[],
  kind: keyof typeof pools,
): Promise<PoolItem[]> {
  const { table, item } = pools[kind];
  const { rows } = await sql<PoolItem>`
    SELECT path_id AS "pathId", ${sql.ref(item)} AS "itemId", weight, enabled FROM ${sql.table(table)}
    WHERE workspace_id = ${workspaceId} AND path_id = any(${pathIds}::uuid[]) ORDER BY position`.execute(
    executor,
  );
  return rows;
}

async function readRules(
  executor: Executor,
  workspaceId: string,
  rotatorId: string,
): Promise<Pick<RotatorRulesRows, 'rules' | 'rulePaths'>> {
  const rules = await executor
    .selectFrom('rotator_rules')
    .select(['id', 'priority', 'name', 'enabled', 'conditions'])
    .where('workspace_id', '=', workspaceId)
    .where('rotator_id', '=', rotatorId)
    .orderBy('priority')
    .execute();
  const rulePaths = await executor
    .selectFrom('rotator_rule_paths')
    .select(['rule_id as ruleId', 'path_id as pathId', 'weight'])
    .where('workspace_id', '=', workspaceId)
    .where('rotator_id', '=', rotatorId)
    .orderBy('position')
    .execute();
  return { rules, rulePaths };
}
