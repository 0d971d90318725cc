import type { EdgeHeaders } from '../exchange.ts';
import { isBotBy } from './bots/bot-reasons.ts';
import { createAgentClassifier } from './device/classify-agent.ts';
import type { Device } from './device/device.ts';
import { readHints } from './device/hints.ts';
import type { GeoReader } from './location/open-geo.ts';
import type { Location } from './location/location.ts';
import { readLanguage, readPurpose } from './read-headers.ts';
import { readReferrer } from './read-referrer.ts';

type ClassifyInput = {
  /** The visitor's address, with trusted proxies already resolved. */
  address: string;
  userAgent: string;
  headers: EdgeHeaders;
  method: string;
};

export type Classified = {
  location: Location;
  device: Device;
  language: string | undefined;
  referrer: string | undefined;
  referrerDomain: string | undefined;
  isBot: boolean;
  isPrefetch: boolean;
  /** Codes that explain the bot and prefetch flags, and other anomalies. */
  reasons: readonly string[];
};

export type Classifier = { classify: (input: ClassifyInput) => Classified };

const noReasons: readonly string[] = [];

export function createClassifier({ geo }: { geo: Pick<GeoReader, 'find'> }): Classifier {
  const classifyAgent = createAgentClassifier();
  return {
    classify({ address, userAgent, headers, method }) {
      const location = geo.find(address);
      const device = classifyAgent(userAgent, readHints(headers));
      const language = readLanguage(headers['accept-language']);
      const { referrer, referrerDomain } = readReferrer(headers.referer);
      const { isPrefetch, reason } = readPurpose(method, headers, device.isPreview);
      const botReasons = withRequest(device.botReasons, headers, location.isDatacenter);
      return {
        location,
        device,
        language,
        referrer,
        referrerDomain,
        isBot: isBotBy(botReasons),
        isPrefetch,
        reasons: reason === undefined ? botReasons : [...botReasons, reason],
      };
    },
  };
}

// Returns `agentReasons` itself if there is nothing to add, which saves an allocation for most visits.
function withRequest(
  agentReasons: readonly string[],
  headers: EdgeHeaders,
  isDatacenter: boolean,
): readonly string[] {
  const hasLanguage = headers['accept-language'] !== undefined;
  const hasAccept = headers.accept !== undefined;
  if (hasLanguage && hasAccept && !isDatacenter) return agentReasons.length === 0 ? noReasons : agentReasons;
  const reasons = [...agentReasons];
  if (!hasLanguage) reasons.push('no-language');
  if (!hasAccept) reasons.push('no-accept');
  if (isDatacenter) reasons.push('datacenter');
  return reasons;
}
