import type { Rotator } from '@waypost/contract/rotators.ts';
import { findRotator } from '../../store/rotators.ts';
import type { WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { getRecord } from '../records/get-record.ts';
import { presentRotator } from './present-rotator.ts';
import { rotatorKind } from './rotator-kind.ts';

export async function getRotator(context: WorkspaceContext, id: string): Promise<Rotator> {
  requirePermission(context.actor, 'rotators.read');
  return presentRotator(await getRecord(context, rotatorKind, id, findRotator));
}
