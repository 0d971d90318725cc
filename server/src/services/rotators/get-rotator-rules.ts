import type { RotatorRules } from '@waypost/contract/rotators.ts';
import { isId } from '../../platform/ids.ts';
import { readRotatorRules } from '../../store/rotator-rules.ts';
import { inSnapshot, type WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { refuseMissing } from '../records/record-kind.ts';
import { presentRotatorRules } from './present-rotator-rules.ts';

/** The rotator's rules by priority, and its paths with their pools; archived rotators can be inspected too. */
export async function getRotatorRules(context: WorkspaceContext, id: string): Promise<RotatorRules> {
  requirePermission(context.actor, 'rotators.read');
  const rows = isId(id)
    ? await inSnapshot(context, (executor) => readRotatorRules(executor, context.workspaceId, id))
    : undefined;
  return presentRotatorRules(rows ?? refuseMissing('rotator'));
}
