import { WaypostError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Executor } from '../../store/database.ts';
import { findWorkspace, type Workspace } from '../../store/workspaces.ts';

/** The workspace that a verb acts in; a malformed id is a workspace that does not exist. */
export async function getWorkspace(executor: Executor, workspaceId: string): Promise<Workspace> {
  const workspace = isId(workspaceId) ? await findWorkspace(executor, workspaceId) : undefined;
  if (workspace === undefined) throw new WaypostError('NOT_FOUND', 'there is no workspace with this id');
  return workspace;
}
