/** Entry point of the child process that `runInChildProcess` starts: runs one task, sends the result and exits. */
import { describeError } from '../../platform/errors.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { ChildTaskResponse, ChildTaskRequest } from './child-tasks.ts';

process.once('disconnect', () => process.exit(1));
process.once('message', (request: ChildTaskRequest) => {
  void respond(request).then((message) =>
    process.send?.(message, undefined, undefined, () => process.exit()),
  );
});

async function respond(request: ChildTaskRequest): Promise<ChildTaskResponse> {
  try {
    return { result: await perform(request) };
  } catch (error) {
    const reason = error instanceof OperatorError ? error.reason : 'unexpected';
    return { failed: { reason, message: describeError(error) } };
  }
}

async function perform({ input }: ChildTaskRequest): Promise<unknown> {
  const { setUpFirstWorkspace } = await import('../../services/accounts/set-up-first-workspace.ts');
  const { makeContext, systemActor } = await import('../../services/context.ts');
  const { Database } = await import('../../store/database/database.ts');
  const database = new Database(input.url, { connectionsMax: 1 });
  try {
    return await setUpFirstWorkspace(makeContext(database, systemActor('first start')), input.timezone);
  } finally {
    await database.close();
  }
}
