import { WaypostError } from '../platform/errors.ts';
import type { TrafficStore } from '../traffic/traffic-store.ts';
import type { ServiceContext } from './context.ts';

/** Where traffic is read; only roles that serve it have that. */
export function requireTraffic({ traffic }: ServiceContext): TrafficStore {
  if (traffic !== undefined) return traffic;
  throw new WaypostError('SERVICE_UNAVAILABLE', 'recorded traffic is not read here');
}

/** What draws as the edges do; only roles that have their secret can. */
export function requireDrawHash({ drawHash }: ServiceContext): NonNullable<ServiceContext['drawHash']> {
  if (drawHash !== undefined) return drawHash;
  throw new WaypostError(
    'SERVICE_UNAVAILABLE',
    'draws cannot be repeated here: WAYPOST_COOKIE_SECRET has to be that of the edges',
  );
}

/** What reads click ids; only roles that have the secret of the edges can. */
export function requireClickIds({ clickIds }: ServiceContext): NonNullable<ServiceContext['clickIds']> {
  if (clickIds !== undefined) return clickIds;
  throw new WaypostError(
    'SERVICE_UNAVAILABLE',
    'click ids cannot be read here: WAYPOST_COOKIE_SECRET has to be that of the edges',
  );
}
