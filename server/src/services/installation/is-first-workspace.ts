import { findFirstWorkspaceId } from '../../store/database/system-facts.ts';
import { readAsSystem, type WorkspaceContext } from '../context.ts';

/**
 * Returns whether this workspace was created together with the installation. The workspace's owners and admins operate
 * the installation.
 */
export async function isFirstWorkspace(context: WorkspaceContext): Promise<boolean> {
  return (await readAsSystem(context, findFirstWorkspaceId)) === context.workspaceId;
}
