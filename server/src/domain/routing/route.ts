import type { ConditionFacts } from '../conditions/index.ts';
import { drawOffer, type IsCapped } from './draw-offer.ts';
import type { RoutedLanding, RoutedOffer, RoutedPath, RoutedRule, Routing } from './load-routing.ts';
import { drawFrom, filterPool, type Draw } from './pool.ts';
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
  /** Whether the path that was drawn is full, so that this is another one. */
  isDiverted: boolean;
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
  const { isCapped } = options;
  const ruleId = rule?.id ?? null;
  const kept = findSticky(routing, rule, options);
  const drawn = kept ?? (rule === undefined ? routing.defaultPath : drawFrom(rule.paths, 'path', draw));
  if (drawn === undefined) throw new Error('there is no path to draw');
  const path = isFull(drawn, isCapped) ? findOpenPath(routing, rule, draw, isCapped) : drawn;
  if (path === undefined) return allCapped(ruleId, drawn);
  const isSticky = kept !== undefined;
  const isDiverted = path !== drawn;
  const offer = drawOffer(routing, path, draw, isCapped) ?? null;
  if (offer === null && path.offers.total > 0) return { ...allCapped(ruleId, path), isSticky, isDiverted };
  const landing = path.onlyLanding ?? drawFrom(path.landings, 'landing', draw) ?? null;
  const outcome = landing !== null ? 'landing' : offer !== null ? 'offer' : 'empty-path';
  return { outcome, ruleId, path, landing, offer, isSticky, isDiverted };
}

function allCapped(ruleId: string | null, path: RoutedPath): Route {
  return {
    outcome: 'all-capped',
    ruleId,
    path,
    landing: null,
    offer: null,
    isSticky: false,
    isDiverted: false,
  };
}

/** The first rule that holds; undefined where the default path is for the visitor. */
export function findRule(routing: Routing, facts: ConditionFacts): RoutedRule | undefined {
  for (const rule of candidates(routing, facts)) if (rule.holds(facts)) return rule;
  return undefined;
}

function findSticky(
  { defaultPath }: Routing,
  rule: RoutedRule | undefined,
  { stickyPathId, isCapped }: RouteOptions,
): RoutedPath | undefined {
  if (stickyPathId === undefined) return undefined;
  const choices = rule === undefined ? [defaultPath] : rule.paths.items;
  const kept = choices.find((path) => path.id === stickyPathId);
  return kept === undefined || isFull(kept, isCapped) ? undefined : kept;
}

/** Another path of the rule, by their weights, else the default path; undefined where all of them are full. */
function findOpenPath(
  { defaultPath }: Routing,
  rule: RoutedRule | undefined,
  draw: Draw,
  isCapped: IsCapped | undefined,
): RoutedPath | undefined {
  const rest = rule && filterPool(rule.paths, (path) => !isFull(path, isCapped));
  const redrawn = rest && drawFrom(rest, 'path-again', draw);
  return redrawn ?? (isFull(defaultPath, isCapped) ? undefined : defaultPath);
}

function isFull({ id, hasCaps }: RoutedPath, isCapped: IsCapped | undefined): boolean {
  return hasCaps && isCapped?.(id) === true;
}
