/** The process in which `doApart` has its chores done: takes one from its parent, answers, and ends. */
import { describeError } from '../../platform/errors.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { ChildTaskAnswer, ChildTaskRequest } from './child-tasks.ts';

// Without its parent nobody waits for the answer.
process.once('disconnect', () => process.exit(1));
process.once('message', (request: ChildTaskRequest) => {
  void answer(request).then((message) => process.send?.(message, undefined, undefined, () => process.exit()));
});

async function answer(request: ChildTaskRequest): Promise<ChildTaskAnswer> {
  try {
    return { gives: await perform(request) };
  } catch (error) {
    const reason = error instanceof OperatorError ? error.reason : 'unexpected';
    return { failed: { reason, message: describeError(error) } };
  }
}

async function perform({ takes }: ChildTaskRequest): Promise<unknown> {
  const { setUpFirstWorkspace } = await import('../../services/accounts/set-up-first-workspace.ts');
  const { makeContext, systemActor } = await import('../../services/context.ts');
  const { Database } = await import('../../store/database/database.ts');
  const database = new Database(takes.url, { connectionsMax: 1 });
  try {
    return await setUpFirstWorkspace(makeContext(database, systemActor('first start')), takes.timezone);
  } finally {
    await database.close();
  }
}
