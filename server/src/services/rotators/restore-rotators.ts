import type { WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { restoreRecords } from '../records/restore-records.ts';
import { rotatorKind } from './rotator-kind.ts';

/** Brings back the records only; what their paths lead to stays as it is. */
export async function restoreRotators(
  context: WorkspaceContext,
  input: unknown,
): Promise<{ restored: number }> {
  requirePermission(context.actor, 'rotators.write');
  return { restored: await restoreRecords(context, rotatorKind, input) };
}
