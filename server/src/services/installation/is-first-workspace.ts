import { findFirstWorkspaceId } from '../../store/database/system-facts.ts';
import { readAsSystem, type WorkspaceContext } from '../context.ts';

/** True for the workspace that came with the installation. Its owners and admins operate the installation. */
export async function isFirstWorkspace(context: WorkspaceContext): Promise<boolean> {
  return (await readAsSystem(context, findFirstWorkspaceId)) === context.workspaceId;
}
