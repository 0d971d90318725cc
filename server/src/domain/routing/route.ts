import type { ConditionFacts } from '../conditions/index.ts';
import { drawOffer, type IsCapped } from './draw-offer.ts';
import type { RoutedLanding, RoutedOffer, RoutedPath, RoutedRule, Routing } from './load-routing.ts';
import { drawFrom, type Draw } from './pool.ts';

export type Route = {
  /** Where the visitor goes. `empty-path` and `all-capped` lead nowhere: the workspace's fallback takes over. */
  outcome: 'landing' | 'offer' | 'empty-path' | 'all-capped';
  /** Null where no rule held and the default path was taken. */
  ruleId: string | null;
  path: RoutedPath;
  /** Null where the path leads straight to the offer. */
  landing: RoutedLanding | null;
  /** Of link 1; it belongs to the visit also where a landing comes first. Null where the path has none. */
  offer: RoutedOffer | null;
  /** Whether the path was kept from an earlier visit. */
  isSticky: boolean;
};

export type RouteOptions = {
  /** The path of the visitor's earlier visit, where the rotator keeps visitors on theirs. */
  stickyPathId?: string | undefined;
  isCapped?: IsCapped | undefined;
};

const nothing: RouteOptions = {};

/** Decides where a visit goes: the rule by its conditions, then path, landing and offer, each drawn by itself. */
export function route(
  routing: Routing,
  facts: ConditionFacts,
  draw: Draw,
  options: RouteOptions = nothing,
): Route {
  const rule = findRule(routing, facts);
  const candidates = rule?.paths ?? routing.defaultPaths;
  const kept = findSticky(candidates.items, options.stickyPathId);
  const path = kept ?? drawFrom(candidates, 'path', draw);
  if (path === undefined) throw new Error('there is no path to draw');
  const chosen = { ruleId: rule?.id ?? null, path, isSticky: kept !== undefined };
  if (path.offers.total === 0 && path.landings.total === 0)
    return { ...chosen, outcome: 'empty-path', landing: null, offer: null };
  const offer = drawOffer(routing, path, draw, options) ?? null;
  if (offer === null && path.offers.total > 0)
    return { ...chosen, outcome: 'all-capped', landing: null, offer: null };
  const landing = drawFrom(path.landings, 'landing', draw) ?? null;
  return { ...chosen, outcome: landing === null ? 'offer' : 'landing', landing, offer };
}

/** The first rule that holds; undefined where the default path is for the visitor. */
export function findRule({ candidates }: Routing, facts: ConditionFacts): RoutedRule | undefined {
  return candidates(facts).find(({ paths, holds }) => paths.total > 0 && holds(facts));
}

function findSticky(paths: readonly RoutedPath[], id: string | undefined): RoutedPath | undefined {
  return id === undefined ? undefined : paths.find((path) => path.id === id);
}
