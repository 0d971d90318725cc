import type { ConditionTree } from '@waypost/contract/conditions.ts';
import {
  evaluationInput,
  newEvaluationInput,
  type Evaluation,
  type EvaluationInput,
} from '@waypost/contract/evaluation.ts';
import { explainConditions } from '../../../domain/conditions/index.ts';
import { compileCampaign, type CampaignSource } from '../../../domain/publishing/compile-campaign.ts';
import { findRule, loadRouting } from '../../../domain/routing/index.ts';
import { isId } from '../../../platform/ids.ts';
import { inSnapshot, type WorkspaceContext } from '../../context.ts';
import { parseInput } from '../../parse-input.ts';
import { requirePermission } from '../../permissions.ts';
import { refuseMissing } from '../../records/record-kind.ts';
import { warnOfRules } from '../rotator-rules.ts';
import { computeShares, keepOne } from './compute-shares.ts';
import { describePath } from './describe-evaluated-path.ts';
import { buildEvaluatedVisit, type DerivedInput, type EvaluatedVisit } from './evaluated-visit.ts';
import { readEvaluationSubject, type EvaluationSubject } from './read-evaluation-subject.ts';

/** What the rotator's rules, or a draft of them, would do with a visitor, and why. Nothing is written. */
export async function evaluateRotator(
  context: WorkspaceContext,
  rotatorId: string,
  input: unknown,
): Promise<Evaluation> {
  requirePermission(context.actor, 'rotators.read');
  const given = parseInput(evaluationInput, input ?? {});
  if (!isId(rotatorId)) refuseMissing('rotator');
  return await evaluate(context, rotatorId, given);
}

/** The same for rules of a rotator that nobody has saved yet. */
export async function evaluateNewRotator(context: WorkspaceContext, input: unknown): Promise<Evaluation> {
  requirePermission(context.actor, 'rotators.read');
  return await evaluate(context, undefined, parseInput(newEvaluationInput, input ?? {}));
}

async function evaluate(
  context: WorkspaceContext,
  rotatorId: string | undefined,
  given: EvaluationInput,
): Promise<Evaluation> {
  const subject = await inSnapshot(context, (executor) =>
    readEvaluationSubject(executor, context.workspaceId, { rotatorId, given }),
  );
  const derived = await deriveVisitor(context, given);
  return buildEvaluation(subject, { ...given, derived }, context.now());
}

/** What the edges would know of somebody with this address and this agent. */
async function deriveVisitor(
  { classifyVisitor }: WorkspaceContext,
  { visitor }: EvaluationInput,
): Promise<DerivedInput['derived']> {
  const said = Object.fromEntries(
    (['ip', 'userAgent', 'referrer'] as const).flatMap((name) => {
      const value = visitor?.[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
  return Object.keys(said).length === 0 ? {} : ((await classifyVisitor?.(said)) ?? {});
}

/** Compiles the rules as publishing does and decides as the tracking runtime does, so that the three agree. */
function buildEvaluation(subject: EvaluationSubject, given: DerivedInput, now: Date): Evaluation {
  const visit = buildEvaluatedVisit(subject, given, now);
  const compiled = compileCampaign(subject.source as CampaignSource);
  const routing = compiled.ok ? loadRouting(compiled.document) : undefined;
  const winner = routing && findRule(routing, visit.facts);
  return {
    time: new Date(visit.facts.timeMs).toISOString(),
    timezone: subject.source.timezone,
    clickId: visit.clickId,
    rotatorVersion: subject.rotatorVersion,
    isOfThen: subject.isOfThen,
    problem: compiled.ok ? null : compiled.reason,
    ruleId: winner?.id ?? null,
    rules: subject.rules.rules.map((rule) =>
      explainRule(rule, visit, {
        timezone: subject.source.timezone,
        wins: rule.id === winner?.id,
        isServed: routing?.rules.some(({ id }) => id === rule.id) ?? false,
      }),
    ),
    paths: compiled.ok ? describePaths(subject, winner?.id ?? null, visit) : [],
    warnings: warnOfRules(subject.rules),
  };
}

function explainRule(
  { id, priority, name, enabled, conditions }: EvaluationSubject['rules']['rules'][number],
  { facts }: EvaluatedVisit,
  { timezone, wins, isServed }: { timezone: string; wins: boolean; isServed: boolean },
): Evaluation['rules'][number] {
  const { result, leaves } = explainConditions(conditions as ConditionTree | null, facts, { timezone });
  return { id, priority, name, enabled, holds: result, wins, isServed, leaves };
}

/** Where all paths of the rule are full, the default path takes their visitors. */
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
  const isTaken = ofRule.some((path) => path.share > 0 || path.item.id === rules.defaultPathId);
  const paths = isTaken ? ofRule : [...ofRule, ...share([byDefault])];
  const records = { landings: byId(source.landings), offers: byId(source.offers), full, kept };
  return paths.map((path) => describePath(path, records, { visit, ruleId }));
}

function byId<Item extends { id: string }>(items: Item[]): Map<string, Item> {
  return new Map(items.map((item) => [item.id, item]));
}
