import type { ClickIds } from '../domain/click-id/index.ts';
import type { Hash32 } from '../domain/routing/index.ts';
import { WaypostError } from '../platform/errors.ts';
import type { WithClickIds, WithTraffic } from './tools.ts';

export function requireDrawHash({ drawHash }: WithTraffic): Hash32 {
  if (drawHash !== undefined) return drawHash;
  throw new WaypostError(
    'SERVICE_UNAVAILABLE',
    'Routing cannot be reproduced: set WAYPOST_COOKIE_SECRET to the same value as on the edges',
  );
}

export function requireClickIds({ clickIds }: WithClickIds): ClickIds {
  if (clickIds !== undefined) return clickIds;
  throw new WaypostError(
    'SERVICE_UNAVAILABLE',
    'Click IDs cannot be read: set WAYPOST_COOKIE_SECRET to the same value as on the edges',
  );
}
