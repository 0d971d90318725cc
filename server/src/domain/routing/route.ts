import type { ConditionFacts } from '../conditions/index.ts';
import { drawOffer, type IsCapped } from './draw-offer.ts';
import type { RoutedLanding, RoutedOffer, RoutedPath, RoutedRule, Routing } from './load-routing.ts';
import { drawFrom, type Draw } from './pool.ts';
import { candidates } from './rule-index.ts';

export type Route = {
  /** Where the visitor goes. `empty-path` and `all-capped` lead nowhere: the workspace's fallback takes over. */
  outcome: 'landing' | 'offer' | 'empty-path' | 'all-capped';
  /** Null where no rule held and the default path was taken. */
  ruleId: string | null;
  path: RoutedPath;
  /** Null where the path leads straight to the offer. */
  landing: RoutedLanding | null;
  /** It belongs to the visit also where a landing comes first. Null where the path has none. */
  offer: RoutedOffer | null;
  /** Whether the path was kept from an earlier visit. */
  isSticky: boolean;
};

type RouteOptions = {
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
  const kept = findSticky(routing, rule, options.stickyPathId);
  const path = kept ?? (rule === undefined ? routing.defaultPath : drawFrom(rule.paths, 'path', draw));
  if (path === undefined) throw new Error('there is no path to draw');
  const ruleId = rule?.id ?? null;
  const isSticky = kept !== undefined;
  const offer = drawOffer(routing, path, draw, options.isCapped) ?? null;
  if (offer === null && path.offers.total > 0)
    return { outcome: 'all-capped', ruleId, path, landing: null, offer, isSticky };
  const landing = path.onlyLanding ?? drawFrom(path.landings, 'landing', draw) ?? null;
  const outcome = landing !== null ? 'landing' : offer !== null ? 'offer' : 'empty-path';
  return { outcome, ruleId, path, landing, offer, isSticky };
}

/** The first rule that holds; undefined where the default path is for the visitor. */
export function findRule(routing: Routing, facts: ConditionFacts): RoutedRule | undefined {
  for (const rule of candidates(routing, facts)) if (rule.holds(facts)) return rule;
  return undefined;
}

function findSticky(
  { defaultPath }: Routing,
  rule: RoutedRule | undefined,
  id: string | undefined,
): RoutedPath | undefined {
  if (id === undefined) return undefined;
  if (rule === undefined) return defaultPath.id === id ? defaultPath : undefined;
  return rule.paths.items.find((path) => path.id === id);
}
