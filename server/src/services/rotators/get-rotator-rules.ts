import type { RotatorRules } from '@waypost/contract/rotators.ts';
import { readRotatorRules } from '../../store/rotator-rules.ts';
import type { WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { getRecord } from '../records/get-record.ts';
import { presentRotatorRules } from './present-rotator-rules.ts';
import { rotatorKind } from './rotator-kind.ts';

/** The rotator's rules by priority, and its paths with their pools; archived rotators can be inspected too. */
export async function getRotatorRules(context: WorkspaceContext, id: string): Promise<RotatorRules> {
  requirePermission(context.actor, 'rotators.read');
  return presentRotatorRules(await getRecord(context, rotatorKind, id, readRotatorRules));
}
