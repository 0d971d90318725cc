import { listErasedVisits } from '../../store/erasures.ts';
import { readAsSystem, type ServiceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';

export type ErasedVisits = {
  /** Changes when somebody asks for another erasure, or when one is finished. */
  version: string;
  visitIds: Set<string>;
  clickIds: Set<string>;
};

/** Whom erasures of the last days are about, for places that only the process beside them can reach. */
export async function findErasedVisits(context: ServiceContext): Promise<ErasedVisits> {
  requirePermission(context.actor, 'erasures.sweep');
  const visits = await readAsSystem(context, listErasedVisits);
  return {
    version: visits.map(({ id }) => id).join(),
    visitIds: new Set(visits.map(({ visitId }) => visitId)),
    clickIds: new Set(visits.map(({ clickId }) => clickId)),
  };
}
