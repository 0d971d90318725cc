import { listFullOffers } from '../../store/offer-caps.ts';
import { readAsSystem, type ServiceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';

/** An offer gets no more visitors until then, whatever becomes of those who count. */
export type FullUntil = { offerId: string; untilMs: number };

/** The offers that have reached their cap of the day, for an edge that has seen another number of them. */
export async function readFullOffers(context: ServiceContext): Promise<FullUntil[]> {
  requirePermission(context.actor, 'publishing.run');
  return await readAsSystem(context, listFullOffers);
}
