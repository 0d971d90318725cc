import { landingChange } from '@waypost/contract/landings.ts';
import { WaypostError } from '../../platform/errors.ts';
import { updateLandingRow } from '../../store/landings.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { invalidInput, parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { getLandingForUpdate } from './get-landing.ts';

/** Changes what is given and nothing else. */
export async function updateLanding(context: WorkspaceContext, id: string, input: unknown): Promise<void> {
  requirePermission(context.actor, 'landings.write');
  const { name, url, country, status } = parseInput(landingChange, input);
  const change = {
    ...(name === undefined ? {} : { name }),
    ...(url === undefined ? {} : { url }),
    ...(country === undefined ? {} : { country }),
  };
  await inWorkspace(context, async (executor) => {
    const before = await getLandingForUpdate(executor, context.workspaceId, id);
    if (status !== undefined && status !== before.status) {
      throw invalidInput([{ path: 'status', message: 'is changed by archiving and restoring only' }]);
    }
    if (before.status === 'archived')
      throw new WaypostError('CONFLICT', 'the landing is archived: restore it first');
    if (Object.keys(change).length === 0) return;
    await updateLandingRow(executor, context.workspaceId, before.id, { ...change, updatedAt: context.now() });
    await recordChange(executor, context.workspaceId, context.actor, {
      action: 'landing.update',
      subjectId: before.id,
      details: change,
    });
  });
}
