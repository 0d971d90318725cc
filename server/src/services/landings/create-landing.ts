import { newLanding } from '@waypost/contract/landings.ts';
import { newId } from '../../platform/ids.ts';
import { insertLanding } from '../../store/landings.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';

export async function createLanding(context: WorkspaceContext, input: unknown): Promise<{ id: string }> {
  requirePermission(context.actor, 'landings.write');
  const { name, url, country } = parseInput(newLanding, input);
  const landing = { id: newId(), name, url, country: country ?? null, createdAt: context.now() };
  await inWorkspace(context, async (executor) => {
    await insertLanding(executor, context.workspaceId, landing);
    await recordChange(executor, context.workspaceId, context.actor, {
      action: 'landing.create',
      subjectId: landing.id,
      details: { name, url },
    });
  });
  return { id: landing.id };
}
