import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

export type Workspace = { id: string; name: string; timezone: string; currency: string; createdAt: Date };

const columns = ['id', 'name', 'timezone', 'currency', 'created_at as createdAt'] as const;

export async function insertWorkspace(executor: Executor, workspace: Workspace): Promise<void> {
  const { id, name, timezone, currency, createdAt } = workspace;
  await executor
    .insertInto('workspaces')
    .values({ id, name, timezone, currency, created_at: createdAt, updated_at: createdAt })
    .execute();
}

export async function findWorkspace(executor: Executor, workspaceId: string): Promise<Workspace | undefined> {
  return await executor
    .selectFrom('workspaces')
    .select(columns)
    .where('id', '=', workspaceId)
    .executeTakeFirst();
}

/** Lists the workspaces of all users, so only the command line may call this function. */
export async function listAllWorkspaces(executor: Executor): Promise<Workspace[]> {
  return await executor
    .selectFrom('workspaces')
    .select(columns)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function lockWorkspaces(executor: Executor): Promise<void> {
  await sql`LOCK TABLE workspaces IN SHARE ROW EXCLUSIVE MODE`.execute(executor);
}
