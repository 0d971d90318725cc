import type { ConditionFacts } from '../conditions/index.ts';
import { drawOffer, isFull, type IsCapped } from './draw-offer.ts';
import type { RoutedLanding, RoutedOffer, RoutedPath, RoutedRule, Routing } from './load-routing.ts';
import { drawFrom, filterPool, type Draw, type Pool } from './pool.ts';
import { candidates } from './rule-index.ts';

export type Route = {
  /**
   * Outcome of the route. With `empty-path` and `all-capped`, there is no destination, so the fallback URL is used. With
   * `blocked`, the visitor gets the workspace's block page.
   */
  outcome: 'landing' | 'offer' | 'blocked' | 'empty-path' | 'all-capped';
  ruleId: string | null;
  path: RoutedPath;
  landing: RoutedLanding | null;
  /**
   * Drawn offer. Also set if a landing page is shown first. Null if the path has no offer or all its offers are full.
   */
  offer: RoutedOffer | null;
  isSticky: boolean;
  isStickyLanding: boolean;
  isStickyOffer: boolean;
  /** True if the drawn path is full and a different path is used. */
  isDiverted: boolean;
};

type Chosen = Pick<RoutedPath, 'id' | 'key'>;
// Returns true for the item that was chosen on the visitor's last visit to the rotator.
type IsKept = (chosen: Chosen) => boolean;
export type Kept = { path?: IsKept | undefined; landing?: IsKept | undefined; offer?: IsKept | undefined };

type RouteOptions = { kept?: Kept | undefined; isCapped?: IsCapped | undefined };

const nothing: RouteOptions = {};

/**
 * Routes a visit: finds the rule by its conditions, and then draws the path, landing page and offer separately. A
 * returning visitor keeps an earlier choice if the rule still allows it and it is not full.
 */
export function route(
  routing: Routing,
  facts: ConditionFacts,
  draw: Draw,
  options: RouteOptions = nothing,
): Route {
  const { isCapped, kept } = options;
  const rule = findRule(routing, facts);
  const ruleId = rule?.id ?? null;
  const keptPath = kept?.path && findKeptPath(routing, rule, kept.path, isCapped);
  const drawn = keptPath ?? (rule === undefined ? routing.defaultPath : drawFrom(rule.paths, 'path', draw));
  if (drawn === undefined) throw new Error('rule has no path with a positive weight');
  const path = isFullPath(drawn, isCapped) ? findOpenPath(routing, rule, draw, isCapped) : drawn;
  if (path === undefined) return allCapped(ruleId, drawn);
  const isSticky = keptPath !== undefined;
  const isDiverted = path !== drawn;
  const keptOffer = kept?.offer && findKeptOffer(path.offers, kept.offer, isCapped);
  const offer = keptOffer ?? drawOffer(routing, path, draw, isCapped) ?? null;
  if (offer === null && path.offers.total > 0) return { ...allCapped(ruleId, path), isSticky, isDiverted };
  const keptLanding = kept?.landing && path.landings.items.find(kept.landing);
  const landing = keptLanding ?? path.onlyLanding ?? drawFrom(path.landings, 'landing', draw) ?? null;
  return {
    outcome: landing !== null ? 'landing' : offer !== null ? 'offer' : path.blocks ? 'blocked' : 'empty-path',
    ruleId,
    path,
    landing,
    offer,
    isSticky,
    isStickyLanding: keptLanding !== undefined,
    isStickyOffer: keptOffer !== undefined,
    isDiverted,
  };
}

export const noRouteFlags = {
  isSticky: false,
  isStickyLanding: false,
  isStickyOffer: false,
  isDiverted: false,
} as const;

function allCapped(ruleId: string | null, path: RoutedPath): Route {
  return { outcome: 'all-capped', ruleId, path, landing: null, offer: null, ...noRouteFlags };
}

export function findRule(routing: Routing, facts: ConditionFacts): RoutedRule | undefined {
  for (const rule of candidates(routing, facts)) if (rule.matches(facts)) return rule;
  return undefined;
}

function findKeptPath(
  { defaultPath }: Routing,
  rule: RoutedRule | undefined,
  isKept: IsKept,
  isCapped: IsCapped | undefined,
): RoutedPath | undefined {
  const choices = rule === undefined ? [defaultPath] : rule.paths.items;
  const path = choices.find(isKept);
  return path === undefined || isFullPath(path, isCapped) ? undefined : path;
}

function findKeptOffer(
  { items }: Pool<RoutedOffer>,
  isKept: IsKept,
  isCapped: IsCapped | undefined,
): RoutedOffer | undefined {
  const offer = items.find(isKept);
  const isOpen = offer !== undefined && (isCapped === undefined || !isFull(offer, isCapped));
  return isOpen ? offer : undefined;
}

// Draws a different path of the rule, or else returns the default path. Returns undefined if all paths are full.
function findOpenPath(
  { defaultPath }: Routing,
  rule: RoutedRule | undefined,
  draw: Draw,
  isCapped: IsCapped | undefined,
): RoutedPath | undefined {
  const rest = rule && filterPool(rule.paths, (path) => !isFullPath(path, isCapped));
  const redrawn = rest && drawFrom(rest, 'path-again', draw);
  return redrawn ?? (isFullPath(defaultPath, isCapped) ? undefined : defaultPath);
}

function isFullPath({ id, hasCaps }: RoutedPath, isCapped: IsCapped | undefined): boolean {
  return hasCaps && isCapped?.(id) === true;
}
