import { findFirstWorkspaceId } from '../../store/database/system-facts.ts';
import { readAsSystem, type WorkspaceContext } from '../context.ts';

/** Whether it is the one that came with the installation, whose people look after it; those of others are guests. */
export async function isFirstWorkspace(context: WorkspaceContext): Promise<boolean> {
  return (await readAsSystem(context, findFirstWorkspaceId)) === context.workspaceId;
}
