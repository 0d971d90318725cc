import { clickIdPurpose, makeClickIds } from '../domain/click-id/index.ts';
import { openClickHouse, type ClickHouseClient } from '../platform/clickhouse-client.ts';
import { deriveKey } from '../platform/derive-key.ts';
import type { Logger } from '../platform/logger.ts';
import type { ServiceContext } from '../services/context.ts';
import type { Settings } from './settings.ts';

export type EventTools = Pick<ServiceContext, 'clickhouse' | 'exportClickhouse' | 'clickIds'>;

// Whoever takes a file may pause that long, on a slow line say, before it is given up.
const exportPauseMs = 600_000;

/** What reading recorded traffic needs: ClickHouse, and the key of click ids. */
export function provideEventTools(
  clickhouseUrl: string,
  { cookieSecret }: Pick<Settings, 'cookieSecret'>,
  logger: Logger,
): { tools: EventTools; close: () => Promise<void> } {
  if (cookieSecret === undefined)
    logger.warn('WAYPOST_COOKIE_SECRET is not set: events are shown without their click ids');
  const clickhouse: ClickHouseClient = openClickHouse(clickhouseUrl);
  // Connections of their own: files that take long must not keep reports and events waiting.
  const exportClickhouse = openClickHouse(clickhouseUrl, { requestTimeoutMs: exportPauseMs });
  return {
    tools: {
      clickhouse,
      exportClickhouse,
      ...(cookieSecret === undefined
        ? {}
        : { clickIds: makeClickIds(deriveKey(cookieSecret, clickIdPurpose)) }),
    },
    close: async () => void (await Promise.all([clickhouse.close(), exportClickhouse.close()])),
  };
}
