import { findField, rotatorFields, unknownPlace } from '@waypost/contract/conditions.ts';
import type { EvaluationInput, VisitorField } from '@waypost/contract/evaluation.ts';
import type { ConditionFacts, FactField, FactValue } from '../../../domain/conditions/index.ts';
import { visitCosts } from '../../../domain/costs/visit-cost.ts';
import { filledValue, sourceReader, type VisitForMacros } from '../../../domain/macros/index.ts';
import type { EvaluationSubject } from './read-evaluation-subject.ts';

/** As long as a real one, and plainly none. */
const sampleClickId = 'SAMPLECLICKID0000000000000000000000000';

/** A made-up visit, as the tracking runtime would see it. */
export type EvaluatedVisit = Omit<VisitForMacros, 'chosen'> & {
  /** Parameters that go on to the next page, where the campaign says so. */
  passedOn: [string, string][];
};

const noSource = { clickIdParam: null, costParam: null, tokens: [] };

export function buildEvaluatedVisit(
  { source, campaign }: EvaluationSubject,
  given: EvaluationInput,
  now: Date,
): EvaluatedVisit {
  const params = new Map(Object.entries(given.params ?? {}));
  const param = (name: string) => filledValue(params.get(name));
  const sent = sourceReader(campaign?.source ?? noSource)(param);
  // What is said by name counts before what follows from the link and the campaign.
  const derived = new Map<string, string | undefined>([
    ['campaign', campaign?.campaign.id],
    ['trafficSource', campaign?.source.id],
    ...sent.tokens.map((token, at): [string, string | undefined] => [`token${at + 1}`, token]),
  ]);
  const facts: ConditionFacts = {
    timeMs: given.time ? Date.parse(given.time) : now.getTime(),
    value: (field) => readVisitor(given, field) ?? derived.get(field),
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

/** The runtime knows nothing of a place that is unknown; only conditions give that a name. */
function readVisitor({ visitor }: EvaluationInput, field: FactField): FactValue | undefined {
  const value = visitor?.[field as VisitorField] ?? undefined;
  return value === unknownPlace && findField(rotatorFields, field)?.geo === true ? undefined : value;
}

/** Only where it is plain from the link or the campaign what one visit costs. */
function costOf(campaign: EvaluationSubject['campaign'], sent: string | undefined): string | undefined {
  if (campaign?.campaign.cost.mode === 'auto') return visitCosts(campaign)(true, sent).cost;
  return campaign?.campaign.cost.mode === 'cpv' ? campaign.campaign.cost.amount : undefined;
}
