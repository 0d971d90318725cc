import { rotatorChange } from '@waypost/contract/rotators.ts';
import type { WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { updateRecord } from '../records/update-record.ts';
import { requireVersion } from '../versions/require-version.ts';
import { saveRotatorVersion } from '../versions/save-rotator-version.ts';
import { rotatorKind } from './rotator-kind.ts';

/** Its name, country and whether it is shared; its routing is saved by a verb of its own. */
export async function updateRotator(context: WorkspaceContext, id: string, input: unknown): Promise<void> {
  requirePermission(context.actor, 'rotators.manage');
  const { version, name, shared, country, status } = parseInput(rotatorChange, input);
  await updateRecord(context, rotatorKind, id, {
    given: { name, shared, country, status },
    check: (executor, { id: rotatorId }) =>
      requireVersion(executor, context, { type: 'rotator', id: rotatorId }, version),
    afterwards: (executor, rotatorId) => saveRotatorVersion(executor, context, rotatorId),
  });
}
