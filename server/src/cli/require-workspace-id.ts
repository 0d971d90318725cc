import { WaypostError } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';

/** Throws the same error for a malformed ID as for a workspace that does not exist. */
export function requireWorkspaceId(id: string): void {
  if (!isId(id)) throw new WaypostError('NOT_FOUND', 'Workspace not found');
}
