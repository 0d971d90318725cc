import {
  readAttributionBacklog,
  type AttributionBacklog,
} from '../../store/conversions/attribution-backlog.ts';
import { readAsSystem, type ServiceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';

export async function readBacklog(context: ServiceContext): Promise<AttributionBacklog> {
  requirePermission(context.actor, 'attribution.run');
  return await readAsSystem(context, readAttributionBacklog, 'queue');
}
