import {
  evaluationInput,
  newEvaluationInput,
  type Evaluation,
  type EvaluationInput,
} from '@waypost/contract/evaluation.ts';
import { isId } from '../../../platform/ids.ts';
import { inSnapshot, type WorkspaceContext } from '../../context.ts';
import { parseInput } from '../../parse-input.ts';
import { requirePermission } from '../../permissions.ts';
import { refuseMissing } from '../../records/record-kind.ts';
import { buildEvaluation } from './build-evaluation.ts';
import { buildEvaluatedVisit, type DerivedInput } from './evaluated-visit.ts';
import { readEvaluationSubject } from './read-evaluation-subject.ts';

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
  return buildEvaluation(subject, buildEvaluatedVisit(subject, { ...given, derived }, context.now()));
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
