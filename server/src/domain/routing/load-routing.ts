import { readIdWords, type Id } from '../click-id/index.ts';
import { compileConditions, type CompiledConditions } from '../conditions/index.ts';
import { parseTemplate, type UrlTemplate } from '../macros/index.ts';
import type { CampaignDocument, Weighted } from '../publishing/campaign-document.ts';
import { loadPool, type Pool } from './pool.ts';
import { indexRules, type RuleIndex } from './rule-index.ts';

/** The part of a published document that says where visitors go. */
export type RoutingDocument = Pick<
  CampaignDocument,
  'timezone' | 'rules' | 'paths' | 'landings' | 'offers'
> & {
  rotator: Pick<CampaignDocument['rotator'], 'defaultPathId'>;
};

/** `key` is the id as visitors' memories write it. */
type Routed = { key: Id; template: UrlTemplate };
export type RoutedLanding = CampaignDocument['landings'][number] & Routed;
/** Its template has the click id in the parameter that the network asks for. */
export type RoutedOffer = CampaignDocument['offers'][number] & Routed;
export type RoutedPath = {
  id: string;
  key: Id;
  /** Where there is but one of them, which is most often, it is found without looking into a pool. */
  onlyLanding: RoutedLanding | undefined;
  onlyOffer: RoutedOffer | undefined;
  /** Whether it can become full. */
  hasCaps: boolean;
  name: string;
  landings: Pool<RoutedLanding>;
  offers: Pool<RoutedOffer>;
  /** In the order in which the editor shows them, those with them that are never drawn: links name their places. */
  listedOffers: readonly RoutedOffer[];
};
export type RoutedRule = { id: string; holds: CompiledConditions; paths: Pool<RoutedPath> };

/**
 * The routing of one campaign with everything compiled and nothing left to look up but overflow offers. Few objects lie
 * on the way of a visit: those of many campaigns are not in the processor's cache, and each takes as long to fetch as a
 * hundred instructions take.
 */
export type Routing = RuleIndex<RoutedRule> & {
  defaultPath: RoutedPath;
  paths: ReadonlyMap<string, RoutedPath>;
  offers: ReadonlyMap<string, RoutedOffer>;
  /** All of them, in their order. */
  rules: readonly RoutedRule[];
};

/** Compiles a published document, once for each version of it. */
export function loadRouting(document: RoutingDocument): Routing {
  const landings = byId(document.landings.map(loadLanding));
  const offers = byId(document.offers.map(loadOffer));
  const paths = byId(
    document.paths.map(({ id, name, hasCaps, ...pools }): RoutedPath => {
      const ofLandings = find(pools.landings, ({ landingId }) => landings.get(landingId));
      const ofOffers = find(pools.offers, ({ offerId }) => offers.get(offerId));
      return {
        id,
        key: readIdWords(id),
        onlyLanding: ofLandings.only,
        onlyOffer: ofOffers.only,
        hasCaps: hasCaps === true,
        name,
        landings: ofLandings,
        offers: ofOffers,
        listedOffers: listOffers(pools.offers, offers, ofOffers),
      };
    }),
  );
  const rules = document.rules.map(({ id, conditions, paths: pool }) => ({
    rule: {
      id,
      holds: compileConditions(conditions, { timezone: document.timezone }),
      paths: find(pool, ({ pathId }) => paths.get(pathId)),
    },
    conditions,
  }));
  // Those without a path never hold.
  const { read, byValue, others } = indexRules(
    rules.filter(({ rule }) => rule.paths.total > 0),
    document.timezone,
  );
  const defaultPath = paths.get(document.rotator.defaultPathId);
  if (defaultPath === undefined) throw new Error('the default path is not among the paths');
  return { read, byValue, others, defaultPath, paths, offers, rules: rules.map(({ rule }) => rule) };
}

// Spelled out: an object that is made by spreading another keeps part of its fields elsewhere.
function loadLanding({ id, name, url }: CampaignDocument['landings'][number]): RoutedLanding {
  return { id, key: readIdWords(id), template: parseTemplate(url), name, url };
}

function loadOffer(offer: CampaignDocument['offers'][number]): RoutedOffer {
  const { id, name, url, affiliateNetworkId, clickIdParam, payout, cap } = offer;
  const template = parseTemplate(url, clickIdParam);
  const key = readIdWords(id);
  // What was published before offers had short names says nothing of them.
  const shortName = offer.shortName ?? null;
  return { id, key, template, cap, affiliateNetworkId, payout, name, url, clickIdParam, shortName };
}

/** The list of the pool itself where that has all of them, which is most often. */
function listOffers(
  { items }: Weighted<{ offerId: string }>,
  offers: ReadonlyMap<string, RoutedOffer>,
  pool: Pool<RoutedOffer>,
): readonly RoutedOffer[] {
  if (items.length === pool.items.length) return pool.items;
  return items.flatMap(({ offerId }) => offers.get(offerId) ?? []);
}

function byId<Item extends { id: string }>(items: Item[]): Map<string, Item> {
  return new Map(items.map((item) => [item.id, item]));
}

function find<Reference, Item>(
  { items }: Weighted<Reference>,
  lookUp: (reference: Reference) => Item | undefined,
): Pool<Item> {
  return loadPool(
    items.flatMap((reference) => {
      const item = lookUp(reference);
      return item === undefined ? [] : [{ item, weight: reference.weight }];
    }),
  );
}
