import { currencyCode } from '@waypost/contract/values/currency.ts';
import { recordName, timezoneName } from '@waypost/contract/values/text.ts';
import { z } from 'zod';
import { WaypostError } from '../../platform/errors.ts';
import { isId, newId } from '../../platform/ids.ts';
import { saveSubscription } from '../../store/accounts/subscriptions.ts';
import {
  findWorkspace,
  insertWorkspace,
  listAllWorkspaces,
  type Workspace,
} from '../../store/accounts/workspaces.ts';
import { findWorkspaceSettings } from '../../store/accounts/workspace-settings.ts';
import type { Executor } from '../../store/database/database.ts';
import { recordChange } from '../audit/record-change.ts';
import { asSystem, type ServiceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { saveSettingsVersion } from './workspace-settings.ts';

export async function getWorkspace(executor: Executor, workspaceId: string): Promise<Workspace> {
  const workspace = isId(workspaceId) ? await findWorkspace(executor, workspaceId) : undefined;
  if (workspace === undefined) throw new WaypostError('NOT_FOUND', 'Workspace not found');
  return workspace;
}

export async function listWorkspaces(context: ServiceContext): Promise<Workspace[]> {
  requirePermission(context.actor, 'workspaces.list');
  return await asSystem(context, listAllWorkspaces);
}

const newWorkspace = z.strictObject({
  name: recordName,
  timezone: timezoneName.default('UTC'),
  currency: currencyCode.default('USD'),
});

export async function createWorkspace(
  context: ServiceContext,
  input: z.input<typeof newWorkspace>,
): Promise<Workspace> {
  requirePermission(context.actor, 'workspaces.create');
  const workspace = { ...parseInput(newWorkspace, input), id: newId(), createdAt: context.now() };
  await asSystem(context, async (executor) => {
    await insertWorkspace(executor, workspace);
    await saveSubscription(executor, workspace.id, { status: 'active', apiAccess: true });
    await recordChange(executor, workspace.id, context.actor, {
      action: 'workspace.create',
      subjectId: workspace.id,
      name: workspace.name,
      version: 1,
      after: { name: workspace.name, timezone: workspace.timezone, currency: workspace.currency },
    });
    const settings = await findWorkspaceSettings(executor, workspace.id);
    const made = { actor: context.actor, now: workspace.createdAt };
    if (settings !== undefined) await saveSettingsVersion(executor, workspace.id, settings, made);
  });
  return workspace;
}
