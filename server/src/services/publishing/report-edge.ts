import { deleteEdge, renewEdgeLease, type EdgeReport } from '../../store/edges.ts';
import { asSystem, type ServiceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';

/** An edge that has not reported for this long no longer counts: what is published does not wait for the dead. */
export const edgeLeaseMs = 10_000;

/** Says that an edge lives and how far it has come; repeated well within the lease. */
export async function reportEdge(context: ServiceContext, edge: EdgeReport): Promise<void> {
  requirePermission(context.actor, 'publishing.run');
  await asSystem(context, (executor) => renewEdgeLease(executor, edge, edgeLeaseMs));
}

/** An edge that stops in order. */
export async function signOffEdge(context: ServiceContext, id: string): Promise<void> {
  requirePermission(context.actor, 'publishing.run');
  await asSystem(context, (executor) => deleteEdge(executor, id));
}
