import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { OperatorError, type ExitReason } from '../../platform/operator-error.ts';
import type { FirstAccess } from '../../services/accounts/set-up-first-workspace.ts';

type ChildTasks = {
  setUpFirstWorkspace: { input: { url: string; timezone: string }; result: FirstAccess | undefined };
};

export type ChildTaskRequest = {
  [Name in keyof ChildTasks]: { name: Name; input: ChildTasks[Name]['input'] };
}[keyof ChildTasks];
export type ChildTaskResponse = { result: unknown } | { failed: { reason: ExitReason; message: string } };

const file = join(import.meta.dirname, 'child-task-main.ts');

/** Runs a one-time task in a short-lived process, so that the supervisor does not keep its libraries in memory. */
export async function runInChildProcess<Name extends keyof ChildTasks>(
  name: Name,
  input: ChildTasks[Name]['input'],
): Promise<ChildTasks[Name]['result']> {
  const child = fork(file, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit').then(() => undefined);
  const responded = once(child, 'message').then(([message]) => message as ChildTaskResponse);
  child.send({ name, input });
  const response = await Promise.race([responded, ended]);
  await ended;
  if (response === undefined)
    throw new OperatorError('unexpected', `Task ${name} exited early. See the log lines above.`);
  if ('failed' in response) throw new OperatorError(response.failed.reason, response.failed.message);
  return response.result as ChildTasks[Name]['result'];
}
