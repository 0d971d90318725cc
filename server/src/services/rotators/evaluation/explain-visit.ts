import {
  attributeDescriptions,
  visitAttributeNames,
  type VisitAttribute,
} from '@waypost/contract/visits/visit-attributes.ts';
import type { VisitExplanation } from '@waypost/contract/rotators/visit-explanation.ts';
import { compareWithRecord } from '../../../domain/replay/compare-with-record.ts';
import type { DecidedVisit } from '../../../domain/replay/decided-visit.ts';
import { RecordedFacts, recordedParams } from '../../../domain/replay/recorded-facts.ts';
import type { FeedRow } from '../../../domain/traffic/feed-row.ts';
import { WaypostError } from '../../../platform/errors.ts';
import { inSnapshot, type WorkspaceContext } from '../../context.ts';
import type { WithTraffic } from '../../tools.ts';
import { clickIdFinder } from '../../events-feed/click-id-finder.ts';
import { findVisitRow } from '../../events-feed/get-event-timeline.ts';
import { isAllowed, requirePermission } from '../../permissions.ts';
import { refuseMissing } from '../../refuse-missing.ts';
import { buildEvaluation } from './build-evaluation.ts';
import type { EvaluatedVisit } from './evaluated-visit.ts';
import { readDecidingRotators } from './read-deciding-rotators.ts';
import { readEvaluationSubject, type EvaluationSubject } from './read-evaluation-subject.ts';
import { writeNote } from './write-explanation-note.ts';

const personal = new Set(
  visitAttributeNames.filter((name) => attributeDescriptions[name].isPersonal === true),
);
const nothing: ReadonlySet<VisitAttribute> = new Set();

/** Recorded visit. `decided` is the visit in the form that dry runs read, or undefined if no rules were applied. */
type Recorded = { row: FeedRow; decided: DecidedVisit | undefined };

/**
 * Evaluates the rules that routed a recorded visit, or the current rules if the earlier rules no longer exist, and
 * compares the result with the record. Values that were not recorded or that the caller may not see count as unknown.
 */
export async function explainVisit(
  context: WorkspaceContext & WithTraffic,
  id: string,
): Promise<VisitExplanation> {
  requirePermission(context.actor, 'events.read');
  requirePermission(context.actor, 'rotators.read');
  const row = (await findVisitRow(context, id)) ?? refuseMissing('event');
  const recorded = { row, decided: await readDecidedVisit(context, row) };
  const subjects = await readSubjects(context, recorded);
  const clickIdOf = await clickIdFinder(context)([row]);
  const hidden = isAllowed(context.actor, 'personal-data.read') ? nothing : personal;
  const explanations = subjects.map((subject) =>
    explainBy(subject, recorded, { clickId: clickIdOf(row), hidden }),
  );
  return (
    explanations.find(({ verdict }) => verdict !== 'contradicts') ?? explanations[0] ?? withoutRules(recorded)
  );
}

async function readDecidedVisit(
  context: WorkspaceContext & WithTraffic,
  row: FeedRow,
): Promise<DecidedVisit | undefined> {
  const { rotatorId, timeMs } = row;
  if (rotatorId === null) return undefined;
  const visits = await context.traffic.readDecided(
    { workspaceId: context.workspaceId, rotatorId, fromMs: timeMs, untilMs: timeMs + 1, withBots: true },
    { attributes: visitAttributeNames, hashBound: 2 ** 32 },
  );
  return visits.find(({ visitId }) => visitId === row.visitId);
}

/**
 * Returns the rules that may have routed the visit, most likely first. Returns the current rules if the earlier rules
 * no longer exist, and an empty list if the records no longer exist.
 */
async function readSubjects(
  context: WorkspaceContext,
  { row, decided }: Recorded,
): Promise<EvaluationSubject[]> {
  const { rotatorId } = row;
  if (rotatorId === null || decided === undefined) return [];
  const { workspaceId } = context;
  const { campaignId, configVersion, timeMs, pathId, landingId, offerId } = decided;
  const earlier = {
    pathId: decided.isSticky ? pathId : null,
    landingId: decided.isStickyLanding ? landingId : null,
    offerId: decided.isStickyOffer ? offerId : null,
  };
  try {
    return await inSnapshot(context, async (executor) => {
      const visit = { campaignId, configVersion, rotatorId, time: new Date(timeMs) };
      const deciding = await readDecidingRotators(executor, workspaceId, visit);
      const given = { campaignId, earlier };
      const subjects: EvaluationSubject[] = [];
      for (const decidedBy of deciding.length === 0 ? [undefined] : deciding) {
        const request = { rotatorId, given, decidedBy, isRecorded: true };
        subjects.push(await readEvaluationSubject(executor, workspaceId, request));
      }
      return subjects;
    });
  } catch (error) {
    if (error instanceof WaypostError && error.code === 'NOT_FOUND') return [];
    throw error;
  }
}

type Seen = { clickId: string; hidden: ReadonlySet<VisitAttribute> };

function explainBy(
  subject: EvaluationSubject,
  { row, decided }: Recorded,
  { clickId, hidden }: Seen,
): VisitExplanation {
  if (decided === undefined) return withoutRules({ row, decided });
  const { document, campaign, source } = subject;
  const recordedSource = document?.source ?? campaign?.source;
  const params = recordedSource === undefined ? new Map() : recordedParams(recordedSource);
  const facts = new RecordedFacts({
    hasAddresses: document?.addressPrivacy === 'full',
    paramsOf: new Map([[decided.campaignId, params]]),
    hidden,
  }).of(decided);
  const visit: EvaluatedVisit = {
    clickId,
    externalId: hidden.has('externalId') ? undefined : (decided.values.externalId ?? undefined),
    cost: row.cost,
    facts,
    settings: { ...source, campaign: campaign?.campaign, source: recordedSource ?? campaign?.source },
    passedOn: [],
  };
  let comparison: ReturnType<typeof compareWithRecord> | undefined;
  const evaluation = buildEvaluation(subject, visit, {
    whyUnknown: (leaf) => facts.whyUnknown(leaf),
    chooseRule: (rules, routing) => {
      comparison = routing && compareWithRecord(routing, rules, decided);
      return comparison?.ruleId ?? null;
    },
  });
  const { verdict = 'contradicts', mismatch = 'rule' } = comparison ?? {};
  const usesDecidingRules = document !== undefined;
  return {
    visitId: decided.visitId,
    recorded: presentDecision(row, decided),
    verdict,
    note: writeNote({ verdict, mismatch, evaluation, decided, usesDecidingRules }),
    usesDecidingRules,
    evaluation,
  };
}

function withoutRules({ row, decided }: Recorded): VisitExplanation {
  return {
    visitId: row.visitId ?? row.id,
    recorded: presentDecision(row, decided),
    verdict: decided === undefined ? 'not-routed' : 'undetermined',
    note:
      decided === undefined
        ? `No rules were applied to this visit. Its outcome is ${row.outcome ?? 'unknown'}.`
        : 'The rules that were applied to this visit are no longer stored.',
    usesDecidingRules: false,
    evaluation: null,
  };
}

function presentDecision(row: FeedRow, decided: DecidedVisit | undefined): VisitExplanation['recorded'] {
  const { outcome, pathId, landingId, offerId } = row;
  return {
    outcome,
    ruleId: decided?.ruleId ?? null,
    pathId,
    landingId,
    offerId,
    kept: [
      ...(decided?.isSticky === true ? (['path'] as const) : []),
      ...(decided?.isStickyLanding === true ? (['landing'] as const) : []),
      ...(decided?.isStickyOffer === true ? (['offer'] as const) : []),
    ],
    isCapped: decided?.isCapped === true,
  };
}
