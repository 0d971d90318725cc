import { OperatorError } from '../platform/operator-error.ts';
import type { Settings } from './settings.ts';

export type EngineAddresses = { postgres: string; clickhouse: string };

/** A role by itself has no engines of its own: both must be named. */
export function requireEngineAddresses(settings: Settings): EngineAddresses {
  const { databaseUrl, clickhouseUrl } = settings;
  if (databaseUrl !== undefined && clickhouseUrl !== undefined)
    return { postgres: databaseUrl, clickhouse: clickhouseUrl };
  throw new OperatorError(
    'configuration',
    'a single role runs on external engines: set WAYPOST_DATABASE_URL and WAYPOST_CLICKHOUSE_URL, or start everything with `waypost start`.',
  );
}
