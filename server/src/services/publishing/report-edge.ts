import { deleteEdge, endEdgeLease, forgetSpool, renewEdgeLease, type EdgeReport } from '../../store/edges.ts';
import { asSystem, type ServiceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';

/** An edge that has not reported for this long no longer counts: what is published does not wait for the dead. */
export const edgeLeaseMs = 10_000;

/** Says that an edge lives and how far it has come; repeated well within the lease. */
export async function reportEdge(context: ServiceContext, edge: EdgeReport): Promise<void> {
  requirePermission(context.actor, 'publishing.run');
  await asSystem(context, (executor) => renewEdgeLease(executor, edge, edgeLeaseMs));
}

/** An edge that stops in order. One that leaves rows behind stays on record: reports are not complete without them. */
export async function signOffEdge(context: ServiceContext, id: string, leavesRows = false): Promise<void> {
  requirePermission(context.actor, 'publishing.run');
  await asSystem(context, (executor) => (leavesRows ? endEdgeLease(executor, id) : deleteEdge(executor, id)));
}

/** What a process that is gone had left behind has been shipped by another. */
export async function signOffSpool(context: ServiceContext, spool: string): Promise<void> {
  requirePermission(context.actor, 'publishing.run');
  await asSystem(context, (executor) => forgetSpool(executor, spool));
}
