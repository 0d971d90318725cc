import { findField, rotatorFields, unknownLocation } from '@waypost/contract/conditions/conditions.ts';
import type { EvaluationInput, VisitorField } from '@waypost/contract/rotators/evaluation.ts';
import type { ConditionFacts, FactField, FactValue } from '../../../domain/conditions/index.ts';
import { visitCosts } from '../../../domain/costs/visit-cost.ts';
import { filledValue, sourceReader, type VisitForMacros } from '../../../domain/macros/index.ts';
import type { ClassifyVisitor } from '../../tools.ts';
import type { EvaluationSubject } from './read-evaluation-subject.ts';

// Sample click ID that is as long as a real click ID but recognizable as a sample.
const sampleClickId = 'SAMPLECLICKID0000000000000000000000000';

export type EvaluatedVisit = Omit<VisitForMacros, 'chosen'> & {
  passedOn: [string, string][];
};

export type DerivedInput = EvaluationInput & {
  derived: Awaited<ReturnType<ClassifyVisitor>>;
};

const noSource = { clickIdParam: null, costParam: null, tokens: [] };

export function buildEvaluatedVisit(
  { source, campaign }: EvaluationSubject,
  given: DerivedInput,
  now: Date,
): EvaluatedVisit {
  const params = new Map(Object.entries(given.params ?? {}));
  const param = (name: string) => filledValue(params.get(name));
  const sent = sourceReader(campaign?.source ?? noSource)(param);
  // Values that are derived from the link, the campaign, the IP address and the user agent. Explicit values override
  // them.
  const derived = new Map<string, FactValue | undefined>([
    ...Object.entries(given.derived),
    ['campaign', campaign?.campaign.id],
    ['trafficSource', campaign?.source.id],
    ...sent.tokens.map((token, at): [string, string | undefined] => [`token${at + 1}`, token]),
  ]);
  const facts: ConditionFacts = {
    timeMs: given.time ? Date.parse(given.time) : now.getTime(),
    value: (field) => (isExplicit(given, field) ? readVisitor(given, field) : derived.get(field)),
    param,
    isUnique: (scope) => given.unique?.[scope] ?? true,
  };
  return {
    clickId: sampleClickId,
    externalId: sent.externalId,
    cost: costOf(campaign, sent.cost),
    facts,
    settings: { ...source, campaign: campaign?.campaign, source: campaign?.source },
    passedOn: campaign?.campaign.passParameters === true ? [...params] : [],
  };
}

/**
 * Returns whether the caller gave a value. An explicit `unknown` location counts as a value and overrides the location
 * of the IP address.
 */
function isExplicit({ visitor }: EvaluationInput, field: FactField): boolean {
  return (visitor?.[field as VisitorField] ?? undefined) !== undefined;
}

/**
 * Returns the value that the caller gave. An `unknown` location becomes undefined: edges leave the value out, and only
 * conditions use the word `unknown`.
 */
function readVisitor({ visitor }: EvaluationInput, field: FactField): FactValue | undefined {
  const value = visitor?.[field as VisitorField] ?? undefined;
  return value === unknownLocation && findField(rotatorFields, field)?.geo === true ? undefined : value;
}

/** Returns the cost of the visit, which is known only if the link or the cost model sets a cost for each visit. */
function costOf(campaign: EvaluationSubject['campaign'], sent: string | undefined): string | undefined {
  if (campaign?.campaign.cost.mode === 'auto') return visitCosts(campaign)(true, sent).cost;
  return campaign?.campaign.cost.mode === 'cpv' ? campaign.campaign.cost.amount : undefined;
}
