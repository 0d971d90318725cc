import type { TrafficSource } from '@waypost/contract/traffic-sources.ts';
import { findTrafficSource } from '../../store/traffic-sources.ts';
import type { WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { getRecord } from '../records/get-record.ts';
import { presentTrafficSource } from './present-traffic-source.ts';
import { trafficSourceRecord } from './traffic-source-record.ts';

export async function getTrafficSource(context: WorkspaceContext, id: string): Promise<TrafficSource> {
  requirePermission(context.actor, 'traffic-sources.read');
  return presentTrafficSource(await getRecord(context, trafficSourceRecord, id, findTrafficSource));
}
