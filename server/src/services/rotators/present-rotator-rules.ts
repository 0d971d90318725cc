import type { RotatorRules } from '@waypost/contract/rotators.ts';
import type { RotatorRulesRows } from '../../store/rotator-rules.ts';

export function presentRotatorRules(rows: RotatorRulesRows): RotatorRules {
  const rulePaths = Map.groupBy(rows.rulePaths, ({ ruleId }) => ruleId);
  const landings = Map.groupBy(rows.landings, ({ pathId }) => pathId);
  const offers = Map.groupBy(rows.offers, ({ pathId }) => pathId);
  return {
    version: rows.version,
    defaultPathId: rows.defaultPathId,
    rules: rows.rules.map((rule) => ({
      ...rule,
      paths: (rulePaths.get(rule.id) ?? []).map(({ pathId, weight }) => ({ pathId, weight })),
    })),
    paths: rows.paths.map((path) => ({
      ...path,
      landings: (landings.get(path.id) ?? []).map(({ itemId, weight, enabled }) => ({
        landingId: itemId,
        weight,
        enabled,
      })),
      offers: (offers.get(path.id) ?? []).map(({ itemId, weight, enabled }) => ({
        offerId: itemId,
        weight,
        enabled,
      })),
    })),
  };
}
