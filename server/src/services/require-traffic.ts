import { WaypostError } from '../platform/errors.ts';
import type { TrafficStore } from '../traffic/traffic-store.ts';
import type { ServiceContext } from './context.ts';

/** Where traffic is read; only roles that serve it have that. */
export function requireTraffic({ traffic }: ServiceContext): TrafficStore {
  if (traffic !== undefined) return traffic;
  throw new WaypostError('SERVICE_UNAVAILABLE', 'recorded traffic is not read here');
}
