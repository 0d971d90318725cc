import { clickIdsOf } from '../edge/click-ids.ts';
import type { Logger } from '../platform/logger.ts';
import type { ServiceContext } from '../services/context.ts';
import type { TrafficStore } from '../traffic/traffic-store.ts';
import type { Settings } from './settings.ts';

export type EventTools = Pick<ServiceContext, 'traffic' | 'clickIds'>;

/** What reading recorded traffic needs: where it is, and the key of click ids. */
export function provideEventTools(
  traffic: TrafficStore,
  { cookieSecret }: Pick<Settings, 'cookieSecret'>,
  logger: Logger,
): EventTools {
  if (cookieSecret !== undefined) return { traffic, clickIds: clickIdsOf(cookieSecret) };
  logger.warn('WAYPOST_COOKIE_SECRET is not set: events are shown without their click ids');
  return { traffic };
}
