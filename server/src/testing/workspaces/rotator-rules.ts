import type { RotatorRules } from '@waypost/contract/rotators/rotators.ts';
import { sql } from 'kysely';
import { newId } from '../../platform/ids.ts';
import type { WorkspaceContext } from '../../services/context.ts';
import { createLanding } from '../../services/landings/landings.ts';
import { createRotator } from '../../services/rotators/create-rotator.ts';
import { getRotatorRules } from '../../services/rotators/rotator-rules.ts';

export type MadeRotator = { id: string; rules: RotatorRules };

export async function makeRotator(context: WorkspaceContext, name = 'Rotator'): Promise<MadeRotator> {
  const { id } = await createRotator(context, { name });
  return { id, rules: await getRotatorRules(context, id) };
}

export async function makeLanding(context: WorkspaceContext, name = 'Page'): Promise<string> {
  return (await createLanding(context, { name, url: 'https://example.com/' })).id;
}

export async function makeOffer(context: WorkspaceContext, name = 'Offer'): Promise<string> {
  const id = newId();
  await context.database.inWorkspace(context.workspaceId, (executor) =>
    sql`INSERT INTO offers (id, workspace_id, name, url, created_at, updated_at)
        VALUES (${id}, ${context.workspaceId}, ${name}, 'https://example.com/', now(), now())`.execute(
      executor,
    ),
  );
  return id;
}

/** Sets a status without any checks, for states that the services do not allow. */
export async function setStatus(
  context: WorkspaceContext,
  table: 'landings' | 'offers' | 'campaigns',
  { id, status }: { id: string; status: 'active' | 'paused' | 'archived' },
): Promise<void> {
  await context.database.inWorkspace(context.workspaceId, (executor) =>
    sql`UPDATE ${sql.table(table)} SET status = ${status} WHERE id = ${id}`.execute(executor),
  );
}

export async function countRequests(context: WorkspaceContext, campaignIds: string[]): Promise<number[]> {
  const { rows } = await context.database.inWorkspace(context.workspaceId, (executor) =>
    sql<{ id: string; requested: string }>`
      SELECT campaign_id AS id, requested FROM campaign_publications WHERE campaign_id = any(${campaignIds}::uuid[])`.execute(
      executor,
    ),
  );
  const requested = new Map(rows.map((row) => [row.id, Number(row.requested)]));
  return campaignIds.map((id) => requested.get(id) ?? 0);
}
