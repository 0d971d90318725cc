import { listApiKeys, type ApiKey } from '../../store/api-keys.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { getWorkspace } from '../workspaces/get-workspace.ts';

export async function listKeys(context: WorkspaceContext): Promise<ApiKey[]> {
  requirePermission(context.actor, 'keys.list');
  return await inWorkspace(context, async (executor) => {
    await getWorkspace(executor, context.workspaceId);
    return await listApiKeys(executor, context.workspaceId);
  });
}
