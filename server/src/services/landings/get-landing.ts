import type { Landing } from '@waypost/contract/landings.ts';
import { WaypostError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Executor } from '../../store/database.ts';
import { findLanding, findLandingForUpdate, type LandingRow } from '../../store/landings.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { presentLanding } from './present-landing.ts';

export async function getLanding(context: WorkspaceContext, id: string): Promise<Landing> {
  requirePermission(context.actor, 'landings.read');
  const row = isId(id)
    ? await inWorkspace(context, (executor) => findLanding(executor, context.workspaceId, id))
    : undefined;
  return presentLanding(row ?? missingLanding());
}

/** The landing that a change is about; one of another workspace is one that does not exist. */
export async function getLandingForUpdate(
  executor: Executor,
  workspaceId: string,
  id: string,
): Promise<LandingRow> {
  const row = isId(id) ? await findLandingForUpdate(executor, workspaceId, id) : undefined;
  return row ?? missingLanding();
}

function missingLanding(): never {
  throw new WaypostError('NOT_FOUND', 'there is no such landing');
}
