import { readSecrets } from '../../config/secrets.ts';
import { clickIdsOf } from '../../edge/click-ids.ts';
import { drawHashOf } from '../../edge/draw-hash.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { WithTraffic } from '../../services/tools.ts';
import type { TrafficAddress } from '../engine-addresses.ts';
import { openTraffic } from '../open-traffic.ts';
import type { Settings } from '../settings.ts';

export async function openAttribution(
  settings: Settings,
  address: TrafficAddress,
): Promise<{
  tools: Required<WithTraffic>;
  close: () => Promise<void>;
}> {
  const secret = resolveCookieSecret(settings);
  const traffic = await openTraffic(address);
  return {
    tools: { traffic, clickIds: clickIdsOf(secret), drawHash: drawHashOf(secret) },
    close: () => traffic.close(),
  };
}

export function resolveCookieSecret(settings: Settings): string {
  const secret = settings.cookieSecret ?? readSecrets(settings.dataDirectory)?.cookie;
  if (secret !== undefined) return secret;
  throw new OperatorError(
    'configuration',
    'WAYPOST_COOKIE_SECRET is not set. Set it to the same value as on the edges to read click IDs.',
  );
}
