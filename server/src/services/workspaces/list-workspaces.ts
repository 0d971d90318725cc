import { listAllWorkspaces, type Workspace } from '../../store/workspaces.ts';
import { asSystem, type ServiceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';

export async function listWorkspaces(context: ServiceContext): Promise<Workspace[]> {
  requirePermission(context.actor, 'workspaces.list');
  return await asSystem(context, listAllWorkspaces);
}
