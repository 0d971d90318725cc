import { newAffiliateNetwork } from '@waypost/contract/campaigns/affiliate-networks.ts';
import { capLimit } from '@waypost/contract/campaigns/caps.ts';
import { hostName } from '@waypost/contract/campaigns/domains.ts';
import { newLanding } from '@waypost/contract/campaigns/landings.ts';
import { orElse } from '@waypost/contract/values/lists.ts';
import { newOffer } from '@waypost/contract/campaigns/offers.ts';
import {
  postbackBody,
  postbackHeaders,
  postbackMethod,
  postbackSuccessText,
  defaultPostbackRequest,
} from '@waypost/contract/postbacks/postback-requests.ts';
import {
  newTrafficSource,
  sourceCurrency,
  trafficSourceTokens,
} from '@waypost/contract/campaigns/traffic-sources.ts';
import { z } from 'zod';
import type {
  AffiliateNetworkEntry,
  DomainEntry,
  LandingEntry,
  OfferEntry,
  TrafficSourceEntry,
} from './entries.ts';
import { commonFields, orNull, readWith, reference, type EntryReading } from './entry-fields.ts';

const network = newAffiliateNetwork.shape;
const affiliateNetworkEntry = z
  .strictObject({
    ...commonFields,
    clickIdParam: orNull(network.clickIdParam),
    defaultPayout: orNull(network.defaultPayout),
    currency: orNull(network.currency),
    postbackIps: network.postbackIps,
    statusMap: network.statusMap,
    duplicatePolicy: network.duplicatePolicy,
    decimalMark: orNull(network.decimalMark),
  })
  .transform(withKey);

const source = newTrafficSource.shape;
const trafficSourceEntry = z
  .strictObject({
    ...commonFields,
    clickIdParam: orNull(source.clickIdParam),
    costParam: orNull(source.costParam),
    postbackUrl: source.postbackUrl.transform((text) => (text === '' ? null : (text ?? null))),
    clickIdMacro: orNull(source.clickIdMacro),
    costMacro: orNull(source.costMacro),
    currency: orNull(sourceCurrency),
    tokens: orElse(trafficSourceTokens, []),
    postbackMethod: orElse(postbackMethod, defaultPostbackRequest.postbackMethod),
    postbackHeaders: orElse(postbackHeaders, []),
    postbackBody: orElse(postbackBody, null),
    postbackSuccessText: orElse(postbackSuccessText, null),
  })
  .transform(withKey);

const landingEntry = z
  .strictObject({
    ...commonFields,
    url: newLanding.shape.url,
    country: orNull(newLanding.shape.country),
  })
  .transform(withKey);

/** Earlier format for caps, when offers had only a daily cap. */
const dailyCap = z.strictObject({
  limit: capLimit,
  counts: z.enum(['clicks', 'conversions']),
  overflowOffer: orNull(reference.nullish()),
});

const offerEntry = z
  .strictObject({
    ...commonFields,
    affiliateNetwork: orNull(reference.nullish()),
    url: newOffer.shape.url,
    country: orNull(newOffer.shape.country),
    payout: newOffer.shape.payout,
    shortName: orNull(newOffer.shape.shortName),
    caps: newOffer.shape.caps,
    overflowOffer: orNull(reference.nullish()),
    dailyCap: dailyCap.nullish(),
  })
  .transform(({ dailyCap: former, ...entry }, context) => {
    if (!former) return withKey(entry);
    if (entry.caps.length > 0 || entry.overflowOffer !== null)
      context.addIssue({
        code: 'custom',
        path: ['dailyCap'],
        message: 'cannot be combined with caps or overflowOffer; move it to caps',
      });
    const { limit, counts, overflowOffer } = former;
    return withKey({ ...entry, caps: [{ limit, per: 'day' as const, counts }], overflowOffer });
  });

const domainEntry = z
  .strictObject({ host: hostName, status: commonFields.status })
  .transform(({ host, status }) => ({ key: host, name: host, status }));

function withKey<Given extends { key?: string | undefined; name: string }>(
  given: Given,
): Given & { key: string } {
  return { ...given, key: given.key ?? given.name };
}

export function readAffiliateNetworkEntry(input: unknown): EntryReading<AffiliateNetworkEntry> {
  return readWith(affiliateNetworkEntry, input);
}

export function readTrafficSourceEntry(input: unknown): EntryReading<TrafficSourceEntry> {
  return readWith(trafficSourceEntry, input);
}

export function readLandingEntry(input: unknown): EntryReading<LandingEntry> {
  return readWith(landingEntry, input);
}

export function readOfferEntry(input: unknown): EntryReading<OfferEntry> {
  return readWith(offerEntry, input);
}

export function readDomainEntry(input: unknown): EntryReading<DomainEntry> {
  return readWith(domainEntry, input);
}
