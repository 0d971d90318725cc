import { readSecrets } from '../../config/secrets.ts';
import { clickIdsOf } from '../../edge/click-ids.ts';
import { drawHashOf } from '../../edge/draw-hash.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { AttributionContext } from '../../services/attribution/event-to-apply.ts';
import type { TrafficAddress } from '../engine-addresses.ts';
import { openTraffic } from '../open-traffic.ts';
import type { Settings } from '../settings.ts';

/** What finding visits takes, for a command: the recorded traffic, and the key that click ids are made with. */
export async function openAttribution(
  settings: Settings,
  address: TrafficAddress,
): Promise<{
  tools: Pick<AttributionContext, 'traffic' | 'clickIds' | 'drawHash'>;
  close: () => Promise<void>;
}> {
  const secret = cookieSecretOf(settings);
  const traffic = await openTraffic(address);
  return {
    tools: { traffic, clickIds: clickIdsOf(secret), drawHash: drawHashOf(secret) },
    close: () => traffic.close(),
  };
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
