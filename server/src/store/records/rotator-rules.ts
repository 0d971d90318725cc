import type { Cap } from '@waypost/contract/campaigns/caps.ts';
import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';
import { readPools, type PoolItem } from './path-pools.ts';

export type RotatorRulesRows = {
  version: number;
  defaultPathId: string;
  paths: { id: string; name: string; enabled: boolean; blocks: boolean; caps: Cap<'visits'>[] }[];
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
    .select(['id', 'name', 'enabled', 'blocks', 'caps'])
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

type RuleToWrite = Omit<RotatorRulesRows['rules'][number], 'priority'> & {
  paths: { pathId: string; weight: number }[];
};

/** Deletes all rules of the rotator and inserts the given rules with their IDs. `rules` must be sorted by priority. */
export async function replaceRules(
  executor: Executor,
  workspaceId: string,
  rotatorId: string,
  rules: RuleToWrite[],
): Promise<void> {
  await executor
    .deleteFrom('rotator_rules')
    .where('workspace_id', '=', workspaceId)
    .where('rotator_id', '=', rotatorId)
    .execute();
  if (rules.length === 0) return;
  await sql`
    INSERT INTO rotator_rules (id, workspace_id, rotator_id, priority, name, enabled, conditions)
    SELECT given.id, ${workspaceId}::uuid, ${rotatorId}::uuid, given.priority, given.name, given.enabled, given.conditions
    FROM unnest(
      ${rules.map((rule) => rule.id)}::uuid[],
      ${rules.map((rule) => rule.name)}::text[],
      ${rules.map((rule) => rule.enabled)}::boolean[],
      ${rules.map((rule) => (rule.conditions === null ? null : JSON.stringify(rule.conditions)))}::jsonb[]
    ) WITH ORDINALITY AS given (id, name, enabled, conditions, priority)`.execute(executor);
  const paths = rules.flatMap((rule) => rule.paths.map((path) => ({ ...path, ruleId: rule.id })));
  await sql`
    INSERT INTO rotator_rule_paths (workspace_id, rotator_id, rule_id, path_id, position, weight)
    SELECT ${workspaceId}::uuid, ${rotatorId}::uuid, given.rule_id, given.path_id, given.position, given.weight
    FROM unnest(
      ${paths.map((path) => path.ruleId)}::uuid[],
      ${paths.map((path) => path.pathId)}::uuid[],
      ${paths.map((path) => path.weight)}::integer[]
    ) WITH ORDINALITY AS given (rule_id, path_id, weight, position)`.execute(executor);
}
