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
    landings: await readLandingPools(executor, workspaceId, pathIds),
    offers: await readOfferPools(executor, workspaceId, pathIds),
    ...(await readRules(executor, workspaceId, rotatorId)),
  };
}

async function readLandingPools(
  executor: Executor,
  workspaceId: string,
  pathIds: string[],
): Promise<PoolItem[]> {
  if (pathIds.length === 0) return [];
  return await executor
    .selectFrom('rotator_path_landings')
    .select(['path_id as pathId', 'landing_id as itemId', 'weight', 'enabled'])
    .where('workspace_id', '=', workspaceId)
    .where('path_id', 'in', pathIds)
    .orderBy('position')
    .execute();
}

async function readOfferPools(
  executor: Executor,
  workspaceId: string,
  pathIds: string[],
): Promise<PoolItem[]> {
  if (pathIds.length === 0) return [];
  return await executor
    .selectFrom('rotator_path_offers')
    .select(['path_id as pathId', 'offer_id as itemId', 'weight', 'enabled'])
    .where('workspace_id', '=', workspaceId)
    .where('path_id', 'in', pathIds)
    .orderBy('position')
    .execute();
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
