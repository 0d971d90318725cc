import { erasureRequest, newErasure, type NewErasure } from '@waypost/contract/events/erasures.ts';
import { newId } from '../../platform/ids.ts';
import { deleteVisitTraces, insertErasure, type Erasure } from '../../store/conversions/erasures.ts';
import type { SignedInContext } from '../accounts/account-context.ts';
import { provePresence } from '../accounts/prove-identity.ts';
import { recordChange } from '../audit/record-change.ts';
import { asSystem, type WorkspaceContext } from '../context.ts';
import type { WithClickIds } from '../tools.ts';
import { findVisitKey } from '../find-visit-key.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { refuseMissing } from '../refuse-missing.ts';

/**
 * Erases a visit and everything linked to it. Rows in PostgreSQL are deleted immediately. A worker deletes all other
 * rows within minutes, and repeats the deletion for a few days in case more rows arrive. Requesting the erasure again
 * restarts this period. The audit log records who requested the erasure, but not the visit.
 */
export async function requestErasure(
  context: WorkspaceContext & WithClickIds,
  input: unknown,
): Promise<{ id: string }> {
  requirePermission(context.actor, 'visits.erase');
  const { clickId }: NewErasure = parseInput(newErasure, input);
  const visit = (await findVisitKey(context, clickId)) ?? refuseMissing('click ID');
  const { workspaceId } = context;
  const erasure: Erasure = {
    id: newId(),
    ...visit,
    clickId,
    requestedAt: context.now(),
  };
  return await asSystem(context, async (executor) => {
    const id = await insertErasure(executor, erasure);
    await deleteVisitTraces(executor, erasure);
    await recordChange(executor, workspaceId, context.actor, { action: 'visit.erase', subjectId: id });
    return { id };
  });
}

/** Asks for the password, so that nobody can erase data in an unattended browser. */
export async function requestErasureInPerson(
  context: SignedInContext & WithClickIds,
  input: unknown,
): Promise<{ id: string }> {
  requirePermission(context.actor, 'visits.erase');
  const { password, code, ...erasure } = parseInput(erasureRequest, input);
  await provePresence(context, { password, code, secondFactor: 'required' }, () => Promise.resolve());
  return await requestErasure(context, erasure);
}
