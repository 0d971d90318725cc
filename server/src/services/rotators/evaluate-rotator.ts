import { evaluationInput, type Evaluation } from '@waypost/contract/evaluation.ts';
import { isId } from '../../platform/ids.ts';
import { inSnapshot, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { refuseMissing } from '../records/record-kind.ts';
import { buildEvaluation } from './build-evaluation.ts';
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
  const subject = await inSnapshot(context, (executor) =>
    readEvaluationSubject(executor, context.workspaceId, { rotatorId, given }),
  );
  return buildEvaluation(subject, given, context.now());
}
