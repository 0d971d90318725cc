import { readSecrets } from '../config/secrets.ts';
import { clickIdPurpose, makeClickIds } from '../domain/click-id/index.ts';
import { openClickHouse } from '../platform/clickhouse-client.ts';
import { deriveKey } from '../platform/derive-key.ts';
import { OperatorError } from '../platform/operator-error.ts';
import type { AttributionContext } from '../services/attribution/event-to-apply.ts';
import type { Settings } from './settings.ts';

/** What finding visits takes, for a command: ClickHouse, and the key that click ids are made with. */
export function openAttribution(
  settings: Settings,
  clickhouseUrl: string,
): { tools: Pick<AttributionContext, 'clickhouse' | 'clickIds'>; close: () => Promise<void> } {
  const clickIds = makeClickIds(deriveKey(cookieSecretOf(settings), clickIdPurpose));
  const clickhouse = openClickHouse(clickhouseUrl);
  return { tools: { clickhouse, clickIds }, close: () => clickhouse.close() };
}

/** What click ids and cookies are signed with. */
export function cookieSecretOf(settings: Settings): string {
  const secret = settings.cookieSecret ?? readSecrets(settings.dataDirectory)?.cookie;
  if (secret !== undefined) return secret;
  throw new OperatorError(
    'configuration',
    'click ids cannot be read without WAYPOST_COOKIE_SECRET, the same as on the edges.',
  );
}
