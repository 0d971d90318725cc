import type { Routing, RoutedPath } from '../routing/index.ts';
import type { DecidedVisit } from './decided-visit.ts';

type EvaluatedRule = { id: string; holds: boolean | null; isServed: boolean };

type Comparison = {
  verdict: 'agrees' | 'undetermined' | 'contradicts';
  ruleId: string | null;
  mismatch: 'rule' | 'path' | 'landing' | 'offer' | null;
};

type RecordedChoice = Pick<DecidedVisit, 'ruleId' | 'pathId' | 'landingId' | 'offerId' | 'isCapped'>;

/**
 * Compares evaluated rules with the recorded route. Draws are not repeated: any path, landing page or offer that the
 * rule could lead to counts as agreement.
 */
export function compareWithRecord(
  routing: Routing,
  rules: readonly EvaluatedRule[],
  visit: RecordedChoice,
): Comparison {
  const possible = listPossibleRules(rules);
  if (!possible.includes(visit.ruleId))
    return { verdict: 'contradicts', ruleId: firstMatch(rules), mismatch: 'rule' };
  const mismatch = findMismatch(routing, visit);
  if (mismatch !== null) return { verdict: 'contradicts', ruleId: visit.ruleId, mismatch };
  return { verdict: possible.length === 1 ? 'agrees' : 'undetermined', ruleId: visit.ruleId, mismatch };
}

function listPossibleRules(rules: readonly EvaluatedRule[]): (string | null)[] {
  const possible: string[] = [];
  for (const { id, holds, isServed } of rules) {
    if (!isServed || holds === false) continue;
    possible.push(id);
    if (holds === true) return possible;
  }
  return [...possible, null];
}

function firstMatch(rules: readonly EvaluatedRule[]): string | null {
  return rules.find(({ holds, isServed }) => isServed && holds === true)?.id ?? null;
}

function findMismatch(routing: Routing, visit: RecordedChoice): Comparison['mismatch'] {
  const { defaultPath } = routing;
  const rule = routing.rules.find(({ id }) => id === visit.ruleId);
  // The default path is used when all paths of a rule have reached a cap.
  const paths =
    rule === undefined ? [defaultPath] : [...rule.paths.items, ...(visit.isCapped ? [defaultPath] : [])];
  const path = paths.find(({ id }) => id === visit.pathId);
  if (path === undefined) return 'path';
  const { landingId, offerId } = visit;
  if (landingId !== null && !path.landings.items.some(({ id }) => id === landingId)) return 'landing';
  return offerId === null || canLeadTo(path, offerId) ? null : 'offer';
}

function canLeadTo({ offers }: RoutedPath, offerId: string): boolean {
  return offers.items.some(({ id, cap }) => id === offerId || cap?.overflowOfferId === offerId);
}
