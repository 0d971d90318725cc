import { clickIdsOf } from '../edge/click-ids.ts';
import { drawHashOf } from '../edge/draw-hash.ts';
import type { Logger } from '../platform/logger.ts';
import type { WithTraffic } from '../services/tools.ts';
import type { TrafficStore } from '../traffic/traffic-store.ts';
import type { Settings } from './settings.ts';

export function provideEventTools(
  traffic: TrafficStore,
  { cookieSecret }: Pick<Settings, 'cookieSecret'>,
  logger: Logger,
): WithTraffic {
  if (cookieSecret !== undefined)
    return { traffic, clickIds: clickIdsOf(cookieSecret), drawHash: drawHashOf(cookieSecret) };
  logger.warn('WAYPOST_COOKIE_SECRET is not set; events are shown without click IDs');
  return { traffic };
}
