import type { ConditionTree } from '@waypost/contract/conditions/conditions.ts';
import type { Evaluation } from '@waypost/contract/rotators/evaluation.ts';
import { explainConditions, type WhyUnknown } from '../../../domain/conditions/index.ts';
import { compileCampaign, type CampaignSource } from '../../../domain/publishing/compile-campaign.ts';
import { findRule, loadRouting, type Routing } from '../../../domain/routing/index.ts';
import { findRotatorWarnings } from '../rotator-rules.ts';
import { computeShares, keepOne } from './compute-shares.ts';
import { describePath } from './describe-evaluated-path.ts';
import type { EvaluatedVisit } from './evaluated-visit.ts';
import type { EvaluationSubject } from './read-evaluation-subject.ts';

type ExplainedRule = Omit<Evaluation['rules'][number], 'wins'>;

/** Options for recorded visits. Some of their values may be unknown, so the matching rule may be unknown too. */
type RecordedOptions = {
  whyUnknown: WhyUnknown;
  chooseRule: (rules: readonly ExplainedRule[], routing: Routing | undefined) => string | null;
};

/**
 * Evaluates the rules for a visit. The rules are compiled as in publishing and applied as on the edges, so that the
 * results agree. For a recorded visit, uses the published document that routed the visit, if that document is still
 * stored.
 */
export function buildEvaluation(
  subject: EvaluationSubject,
  visit: EvaluatedVisit,
  recorded?: RecordedOptions,
): Evaluation {
  const { timezone } = subject.source;
  const compiled = subject.document
    ? { ok: true as const, document: subject.document }
    : compileCampaign(subject.source as CampaignSource);
  const routing = compiled.ok ? loadRouting(compiled.document) : undefined;
  const rules = subject.rules.rules.map((rule): ExplainedRule => {
    const { id, priority, name, enabled, conditions } = rule;
    const { result, leaves } = explainConditions(conditions as ConditionTree | null, visit.facts, {
      timezone,
      whyUnknown: recorded?.whyUnknown,
    });
    const isServed = routing?.rules.some((served) => served.id === id && served.paths.total > 0) ?? false;
    return { id, priority, name, enabled, holds: result, isServed, leaves };
  });
  const winnerId =
    recorded === undefined
      ? routing && findRule(routing, visit.facts)?.id
      : recorded.chooseRule(rules, routing);
  const ruleId = winnerId ?? null;
  return {
    time: new Date(visit.facts.timeMs).toISOString(),
    timezone,
    clickId: visit.clickId,
    rotatorVersion: subject.rotatorVersion,
    problem: compiled.ok ? null : compiled.reason,
    ruleId,
    rules: rules.map((rule) => ({ ...rule, wins: rule.id === ruleId })),
    paths: compiled.ok ? describePaths(subject, ruleId, visit) : [],
    warnings: findRotatorWarnings(subject.rules),
  };
}

/** Describes the possible paths. If all paths of the rule are full, the default path takes their visitors. */
function describePaths(
  { rules, source, kept, full }: EvaluationSubject,
  ruleId: string | null,
  visit: EvaluatedVisit,
): Evaluation['paths'] {
  const rule = rules.rules.find(({ id }) => id === ruleId);
  const byDefault = { pathId: rules.defaultPathId, weight: 1 };
  const share = (candidates: { pathId: string; weight: number }[]) =>
    computeShares(
      candidates.flatMap(({ pathId, weight }) => {
        const item = source.paths.find(({ id }) => id === pathId);
        if (item === undefined) return [];
        const isFull = item.hasCaps && full.has(item.id);
        return [{ item, weight, enabled: item.enabled, isActive: true, isFull }];
      }),
    );
  const ofRule = keepOne(share(rule?.paths ?? [byDefault]), kept.path);
  const isServed = ofRule.some((path) => path.share > 0 || path.item.id === rules.defaultPathId);
  const paths = isServed ? ofRule : [...ofRule, ...share([byDefault])];
  const records = { landings: byId(source.landings), offers: byId(source.offers), full, kept };
  return paths.map((path) => describePath(path, records, { visit, ruleId }));
}

function byId<Item extends { id: string }>(items: Item[]): Map<string, Item> {
  return new Map(items.map((item) => [item.id, item]));
}
