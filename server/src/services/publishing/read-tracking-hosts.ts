import { listTrackingHosts, type TrackingHost } from '../../store/tracking-hosts.ts';
import { readAsSystem, type ServiceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';

/** The hosts that visitors may come through, for an edge that has seen another number of them. */
export async function readTrackingHosts(context: ServiceContext): Promise<TrackingHost[]> {
  requirePermission(context.actor, 'publishing.run');
  return await readAsSystem(context, listTrackingHosts);
}
