import {
  evaluationInput,
  newEvaluationInput,
  type Evaluation,
  type EvaluationInput,
} from '@waypost/contract/rotators/evaluation.ts';
import { isId } from '../../../platform/ids.ts';
import { inSnapshot, type WorkspaceContext } from '../../context.ts';
import type { WithClassifier } from '../../tools.ts';
import { parseInput } from '../../parse-input.ts';
import { requirePermission } from '../../permissions.ts';
import { refuseMissing } from '../../refuse-missing.ts';
import { buildEvaluation } from './build-evaluation.ts';
import { buildEvaluatedVisit, type DerivedInput } from './evaluated-visit.ts';
import { readEvaluationSubject } from './read-evaluation-subject.ts';

/** Explains how the saved rules or a draft would route a visitor. Writes nothing. */
export async function evaluateRotator(
  context: WorkspaceContext & Partial<WithClassifier>,
  rotatorId: string,
  input: unknown,
): Promise<Evaluation> {
  requirePermission(context.actor, 'rotators.read');
  const given = parseInput(evaluationInput, input ?? {});
  if (!isId(rotatorId)) refuseMissing('rotator');
  return await evaluate(context, rotatorId, given);
}

export async function evaluateNewRotator(
  context: WorkspaceContext & Partial<WithClassifier>,
  input: unknown,
): Promise<Evaluation> {
  requirePermission(context.actor, 'rotators.read');
  return await evaluate(context, undefined, parseInput(newEvaluationInput, input ?? {}));
}

async function evaluate(
  context: WorkspaceContext & Partial<WithClassifier>,
  rotatorId: string | undefined,
  given: EvaluationInput,
): Promise<Evaluation> {
  const subject = await inSnapshot(context, (executor) =>
    readEvaluationSubject(executor, context.workspaceId, { rotatorId, given }),
  );
  const derived = await deriveVisitor(context, given);
  return buildEvaluation(subject, buildEvaluatedVisit(subject, { ...given, derived }, context.now()));
}

async function deriveVisitor(
  { classifyVisitor }: Partial<WithClassifier>,
  { visitor }: EvaluationInput,
): Promise<DerivedInput['derived']> {
  const given = Object.fromEntries(
    (['ip', 'userAgent', 'referrer'] as const).flatMap((name) => {
      const value = visitor?.[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
  return Object.keys(given).length === 0 ? {} : ((await classifyVisitor?.(given)) ?? {});
}
