import { readIdWords, type Id } from '../click-id/index.ts';
import { compileConditions, type CompiledConditions } from '../conditions/index.ts';
import { parseTemplate, type UrlTemplate } from '../macros/index.ts';
import type { CampaignDocument, Weighted } from '../publishing/campaign-document.ts';
import { loadPool, type Pool } from './pool.ts';
import { indexRules, type RuleIndex } from './rule-index.ts';

export type RoutingDocument = Pick<
  CampaignDocument,
  'timezone' | 'rules' | 'paths' | 'landings' | 'offers'
> & {
  rotator: Pick<CampaignDocument['rotator'], 'defaultPathId'>;
};

// Compiled record. `key` is the ID in the form that is used in visitor state.
type Routed = { key: Id; template: UrlTemplate };
export type RoutedLanding = CampaignDocument['landings'][number] & Routed;
export type RoutedOffer = CampaignDocument['offers'][number] & Routed;
export type RoutedPath = {
  id: string;
  key: Id;
  /** Set if the path has only one landing page or offer, the most common case. Saves a lookup in the pool. */
  onlyLanding: RoutedLanding | undefined;
  onlyOffer: RoutedOffer | undefined;
  hasCaps: boolean;
  blocks: boolean;
  name: string;
  landings: Pool<RoutedLanding>;
  offers: Pool<RoutedOffer>;
  /**
   * Offers in the order of the rotator editor, including offers that are never drawn, because landing-page links refer
   * to positions in this list.
   */
  listedOffers: readonly RoutedOffer[];
};
export type RoutedRule = { id: string; matches: CompiledConditions; paths: Pool<RoutedPath> };

/**
 * Compiled routing of one campaign. Routing a visit reads as few objects as possible: with many campaigns, the objects
 * are not in the CPU cache, and fetching one takes as long as a hundred instructions.
 */
export type Routing = RuleIndex<RoutedRule> & {
  defaultPath: RoutedPath;
  paths: ReadonlyMap<string, RoutedPath>;
  offers: ReadonlyMap<string, RoutedOffer>;
  rules: readonly RoutedRule[];
};

export function loadRouting(document: RoutingDocument): Routing {
  const landings = byId(document.landings.map(loadLanding));
  const offers = byId(document.offers.map(loadOffer));
  const paths = byId(
    document.paths.map(({ id, name, hasCaps, blocks, ...pools }): RoutedPath => {
      const ofLandings = find(pools.landings, ({ landingId }) => landings.get(landingId));
      const ofOffers = find(pools.offers, ({ offerId }) => offers.get(offerId));
      return {
        id,
        key: readIdWords(id),
        onlyLanding: ofLandings.only,
        onlyOffer: ofOffers.only,
        hasCaps: hasCaps === true,
        blocks: blocks === true,
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
      matches: compileConditions(conditions, { timezone: document.timezone }),
      paths: find(pool, ({ pathId }) => paths.get(pathId)),
    },
    conditions,
  }));
  // Rules without a path that can be drawn are left out, because they must never match.
  const { read, byValue, others } = indexRules(
    rules.filter(({ rule }) => rule.paths.total > 0),
    document.timezone,
  );
  const defaultPath = paths.get(document.rotator.defaultPathId);
  if (defaultPath === undefined) throw new Error('the default path is not among the paths');
  return { read, byValue, others, defaultPath, paths, offers, rules: rules.map(({ rule }) => rule) };
}

// Lists every field explicitly, because V8 stores some fields outside the object if the object is created with a
// spread.
function loadLanding({ id, name, url }: CampaignDocument['landings'][number]): RoutedLanding {
  return { id, key: readIdWords(id), template: parseTemplate(url), name, url };
}

function loadOffer(offer: CampaignDocument['offers'][number]): RoutedOffer {
  const { id, name, url, affiliateNetworkId, clickIdParam, payout, cap } = offer;
  const template = parseTemplate(url, clickIdParam);
  const key = readIdWords(id);
  // In documents published before short names existed, offers have no short name.
  const shortName = offer.shortName ?? null;
  return { id, key, template, cap, affiliateNetworkId, payout, name, url, clickIdParam, shortName };
}

// Returns the offers in the order of the rotator editor. Reuses the pool's list if the pool contains all offers, which
// is the most common case.
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
