import { currencyCode } from '@waypost/contract/currency.ts';
import { recordName, timezoneName } from '@waypost/contract/text.ts';
import { z } from 'zod';
import { newId } from '../../platform/ids.ts';
import { saveSubscription } from '../../store/subscriptions.ts';
import { insertWorkspace, type Workspace } from '../../store/workspaces.ts';
import { recordChange } from '../audit/record-change.ts';
import { asSystem, type ServiceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';

const newWorkspace = z.strictObject({
  name: recordName,
  timezone: timezoneName.default('UTC'),
  currency: currencyCode.default('USD'),
});

/** A workspace with an active subscription that has API access. */
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
      details: { name: workspace.name },
    });
  });
  return workspace;
}
