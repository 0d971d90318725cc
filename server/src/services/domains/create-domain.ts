import { newDomain } from '@waypost/contract/campaigns/domains.ts';
import { newId } from '../../platform/ids.ts';
import type { Executor } from '../../store/database/database.ts';
import { findDomainByHost, insertDomain } from '../../store/records/domains.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { refuseBlocked } from '../records/refuse-blocked.ts';

/** Adds a domain. Any workspace may add any host, because hosts must be verified before they serve visitors. */
export async function createDomain(context: WorkspaceContext, input: unknown): Promise<{ id: string }> {
  requirePermission(context.actor, 'domains.write');
  const { host } = parseInput(newDomain, input);
  const domain = { id: newId(), host, createdAt: context.now() };
  await inWorkspace(context, async (executor) => {
    const isNew = await insertDomain(executor, context.workspaceId, domain);
    if (!isNew) await refuseRepeat(executor, context.workspaceId, host);
    await recordChange(executor, context.workspaceId, context.actor, {
      action: 'domain.create',
      subjectId: domain.id,
      name: host,
      version: 1,
      after: { host },
    });
  });
  return { id: domain.id };
}

async function refuseRepeat(executor: Executor, workspaceId: string, host: string): Promise<never> {
  const existing = await findDomainByHost(executor, workspaceId, host);
  const isArchived = existing?.status === 'archived';
  return refuseBlocked(
    isArchived ? 'archived' : 'taken',
    isArchived ? 'This domain is archived. Restore it instead.' : 'The workspace already has this domain',
    existing === undefined ? [] : [{ type: 'domain', id: existing.id, name: host, by: [] }],
  );
}
