import { readEdgeNumbers, type EdgeState } from '../../store/edges.ts';
import { readAsSystem, type ServiceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';

export type { EdgeState };

/**
 * Three numbers, each of which changes with what it stands for: campaigns, hosts, full offers. An edge asks this often
 * and reads only what has another number; what it reads then is at least as new as the number.
 */
export async function readEdgeState(context: ServiceContext): Promise<EdgeState> {
  requirePermission(context.actor, 'publishing.run');
  return await readAsSystem(context, readEdgeNumbers);
}
