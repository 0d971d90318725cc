import { newRotator } from '@waypost/contract/rotators/rotators.ts';
import { newId } from '../../platform/ids.ts';
import { insertRotator } from '../../store/records/rotators.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { saveRotatorVersion } from './save-rotator-version.ts';

/** Creates a rotator with an empty default path, which sends visitors to the workspace's fallback. */
export async function createRotator(context: WorkspaceContext, input: unknown): Promise<{ id: string }> {
  requirePermission(context.actor, 'rotators.write');
  const { name, shared, country } = parseInput(newRotator, input);
  const rotator = {
    id: newId(),
    name,
    shared: shared ?? false,
    country: country ?? null,
    createdAt: context.now(),
    defaultPath: { id: newId(), name: 'Default' },
  };
  await inWorkspace(context, async (executor) => {
    await insertRotator(executor, context.workspaceId, rotator);
    await recordChange(executor, context.workspaceId, context.actor, {
      action: 'rotator.create',
      subjectId: rotator.id,
      name,
      version: 1,
      after: { name, shared: rotator.shared, country: rotator.country },
    });
    await saveRotatorVersion(executor, context, rotator.id, { isRaised: true });
  });
  return { id: rotator.id };
}
