import type { rotatorFields, UniqueScope } from '@waypost/contract/conditions.ts';
import { tokenNames, type TokenName } from '@waypost/contract/visit-attributes.ts';
import type { ConditionFacts, FactField, FactValue } from '../../domain/conditions/index.ts';
import type { Visit } from './visit.ts';

type ReadFact = (visit: Visit) => FactValue | undefined;

/** What conditions of rotators ask for by name. */
type VisitFact = Extract<FactField, keyof typeof rotatorFields>;

const tokens = Object.fromEntries(
  tokenNames.map((name, at): [TokenName, ReadFact] => [name, ({ source }) => source.tokens[at]]),
) as Record<TokenName, ReadFact>;

const byName: Readonly<Record<VisitFact, ReadFact>> = {
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
  campaign: ({ campaign }) => campaign?.id,
  trafficSource: ({ campaign }) => campaign?.document.source.id,
  ...tokens,
};

// In a map: a property that is found by ever other names takes longer to find.
const readers: ReadonlyMap<string, ReadFact> = new Map(Object.entries(byName));

/** What conditions and macros ask of a visit. */
export class VisitFacts implements ConditionFacts {
  readonly #visit: Visit;

  constructor(visit: Visit) {
    this.#visit = visit;
  }

  get timeMs(): number {
    return this.#visit.visitTimeMs;
  }

  value(field: FactField): FactValue | undefined {
    return readers.get(field)?.(this.#visit);
  }

  param(name: string): string | undefined {
    return this.#visit.param(name);
  }

  isUnique(scope: UniqueScope, windowHours: number | undefined): boolean {
    return this.#visit.isUniqueFor(scope, windowHours);
  }
}
