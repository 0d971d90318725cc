import type { UniqueScope } from '@waypost/contract/conditions.ts';
import type { ConditionFacts, FactField, FactValue } from '../../domain/conditions/index.ts';
import type { Visit } from './visit.ts';

const readers: Partial<Record<FactField, (visit: Visit) => FactValue | undefined>> = {
  country: ({ classified }) => classified.place.country,
  region: ({ classified }) => classified.place.region,
  city: ({ classified }) => classified.place.city,
  continent: ({ classified }) => classified.place.continent,
  isp: ({ classified }) => classified.place.isp,
  asn: ({ classified }) => classified.place.asn,
  connectionType: ({ classified }) => classified.place.connectionType,
  datacenter: ({ classified }) => classified.place.isDatacenter,
  ip: ({ arrival }) => arrival.address,
  deviceType: ({ classified }) => classified.device.deviceType,
  deviceBrand: ({ classified }) => classified.device.deviceBrand,
  deviceModel: ({ classified }) => classified.device.deviceModel,
  os: ({ classified }) => classified.device.os,
  osVersion: ({ classified }) => classified.device.osVersion,
  browser: ({ classified }) => classified.device.browser,
  browserVersion: ({ classified }) => classified.device.browserVersion,
  language: ({ classified }) => classified.language,
  // Where a click comes from is the landing; where its visit came from is known if the browser kept it.
  referrer: ({ isClick, keptValues, classified }) =>
    isClick ? keptValues?.get('referrer') : classified.referrer,
  referrerDomain: ({ isClick, keptValues, classified }) =>
    isClick ? keptValues?.get('referrerdomain') : classified.referrerDomain,
  userAgent: ({ arrival }) => arrival.userAgent,
  bot: ({ classified }) => classified.isBot,
  prefetch: ({ classified }) => classified.isPrefetch,
  campaign: ({ campaign }) => campaign?.document.campaign.id,
  trafficSource: ({ campaign }) => campaign?.document.source.id,
  ...Object.fromEntries(
    Array.from({ length: 15 }, (_, at) => [`token${at + 1}`, ({ source }: Visit) => source.tokens[at]]),
  ),
};

/** What conditions and macros ask of a visit. */
export class VisitFacts implements ConditionFacts {
  readonly timeMs: number;
  readonly #visit: Visit;

  constructor(visit: Visit) {
    this.#visit = visit;
    this.timeMs = visit.visitTimeMs;
  }

  value(field: FactField): FactValue | undefined {
    return readers[field]?.(this.#visit);
  }

  param(name: string): string | undefined {
    return this.#visit.param(name);
  }

  isUnique(scope: UniqueScope, windowHours: number | undefined): boolean {
    return this.#visit.isUniqueFor(scope, windowHours);
  }
}
