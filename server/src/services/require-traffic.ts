import { WaypostError } from '../platform/errors.ts';
import type { TrafficStore } from '../traffic/traffic-store.ts';
import type { ServiceContext } from './context.ts';

export function requireTraffic({ traffic }: ServiceContext): TrafficStore {
  if (traffic !== undefined) return traffic;
  throw new WaypostError(
    'SERVICE_UNAVAILABLE',
    'Recorded traffic is not available in this role (start with `--role api`)',
  );
}

export function requireDrawHash({ drawHash }: ServiceContext): NonNullable<ServiceContext['drawHash']> {
  if (drawHash !== undefined) return drawHash;
  throw new WaypostError(
    'SERVICE_UNAVAILABLE',
    'Routing cannot be reproduced: WAYPOST_COOKIE_SECRET must be the same as on the edges',
  );
}

export function requireClickIds({ clickIds }: ServiceContext): NonNullable<ServiceContext['clickIds']> {
  if (clickIds !== undefined) return clickIds;
  throw new WaypostError(
    'SERVICE_UNAVAILABLE',
    'Click IDs cannot be read: WAYPOST_COOKIE_SECRET must be the same as on the edges',
  );
}
