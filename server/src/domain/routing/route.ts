import type { ConditionFacts } from '../conditions/index.ts';
import { drawOffer, isFull, type IsCapped } from './draw-offer.ts';
import type { RoutedLanding, RoutedOffer, RoutedPath, RoutedRule, Routing } from './load-routing.ts';
import { drawFrom, filterPool, type Draw, type Pool } from './pool.ts';
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
  /** What was kept from an earlier visit. */
  isSticky: boolean;
  isStickyLanding: boolean;
  isStickyOffer: boolean;
  /** Whether the path that was drawn is full, so that this is another one. */
  isDiverted: boolean;
};

type Chosen = Pick<RoutedPath, 'id' | 'key'>;
/** Whether it is what the visitor had when last sent on by the rotator. */
type IsKept = (chosen: Chosen) => boolean;
/** Only of what the rotator lets visitors keep. */
export type Kept = { path?: IsKept | undefined; landing?: IsKept | undefined; offer?: IsKept | undefined };

type RouteOptions = { kept?: Kept | undefined; isCapped?: IsCapped | undefined };

const nothing: RouteOptions = {};

/**
 * Decides where a visit goes: the rule by its conditions, then path, landing and offer, each drawn by itself. Who comes
 * again keeps what they had, as far as it is among what could be drawn, and not full: rules come first.
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
    outcome: landing !== null ? 'landing' : offer !== null ? 'offer' : 'empty-path',
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

/** Of a route on which nothing was kept, and nothing was full. */
export const plainly = {
  isSticky: false,
  isStickyLanding: false,
  isStickyOffer: false,
  isDiverted: false,
} as const;

function allCapped(ruleId: string | null, path: RoutedPath): Route {
  return { outcome: 'all-capped', ruleId, path, landing: null, offer: null, ...plainly };
}

/** The first rule that holds; undefined where the default path is for the visitor. */
export function findRule(routing: Routing, facts: ConditionFacts): RoutedRule | undefined {
  for (const rule of candidates(routing, facts)) if (rule.holds(facts)) return rule;
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

/** Another path of the rule, by their weights, else the default path; undefined where all of them are full. */
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
