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

export type RoutedLanding = CampaignDocument['landings'][number] & { template: UrlTemplate };
/** Its template has the click id in the parameter that the network asks for. */
export type RoutedOffer = CampaignDocument['offers'][number] & { template: UrlTemplate };
export type RoutedPath = {
  id: string;
  name: string;
  landings: Pool<RoutedLanding>;
  offers: Pool<RoutedOffer>;
};
export type RoutedRule = { id: string; holds: CompiledConditions; paths: Pool<RoutedPath> };

/** The routing of one campaign with everything compiled and nothing left to look up but overflow offers. */
export type Routing = {
  rules: readonly RoutedRule[];
  /** Those that can hold at all for a visit, in their order. */
  candidates: RuleIndex<RoutedRule>;
  defaultPaths: Pool<RoutedPath>;
  paths: ReadonlyMap<string, RoutedPath>;
  offers: ReadonlyMap<string, RoutedOffer>;
};

/** Compiles a published document, once for each version of it. */
export function loadRouting(document: RoutingDocument): Routing {
  const landings = byId(
    document.landings.map((landing) => ({ ...landing, template: parseTemplate(landing.url) })),
  );
  const offers = byId(
    document.offers.map((offer) => ({ ...offer, template: parseTemplate(offer.url, offer.clickIdParam) })),
  );
  const paths = byId(
    document.paths.map(({ id, name, ...pools }) => ({
      id,
      name,
      landings: find(pools.landings, ({ landingId }) => landings.get(landingId)),
      offers: find(pools.offers, ({ offerId }) => offers.get(offerId)),
    })),
  );
  const rules = document.rules.map((rule) => ({
    id: rule.id,
    holds: compileConditions(rule.conditions, { timezone: document.timezone }),
    paths: find(rule.paths, ({ pathId }) => paths.get(pathId)),
  }));
  const candidates = indexRules(
    rules.map((rule, at) => ({ rule, conditions: document.rules[at]?.conditions ?? null })),
    document.timezone,
  );
  const defaultPath = paths.get(document.rotator.defaultPathId);
  if (defaultPath === undefined) throw new Error('the default path is not among the paths');
  return { rules, candidates, defaultPaths: loadPool([{ item: defaultPath, weight: 1 }]), paths, offers };
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
