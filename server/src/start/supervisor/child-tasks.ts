import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { OperatorError, type ExitReason } from '../../platform/operator-error.ts';
import type { FirstAccess } from '../../services/accounts/set-up-first-workspace.ts';

/** What is done once in the life of an installation, by their names, with what they take and give. */
type Chores = {
  setUpFirstWorkspace: { takes: { url: string; timezone: string }; gives: FirstAccess | undefined };
};

export type ChildTaskRequest = {
  [Name in keyof Chores]: { name: Name; takes: Chores[Name]['takes'] };
}[keyof Chores];
export type ChildTaskAnswer = { gives: unknown } | { failed: { reason: ExitReason; message: string } };

const file = join(import.meta.dirname, 'apart-main.ts');

/**
 * Does a chore in a process that ends with it. The supervisor runs for months, and would keep the libraries of a
 * moment for as long.
 */
export async function runInChildProcess<Name extends keyof Chores>(
  name: Name,
  takes: Chores[Name]['takes'],
): Promise<Chores[Name]['gives']> {
  const child = fork(file, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit').then(() => undefined);
  const answered = once(child, 'message').then(([answer]) => answer as ChildTaskAnswer);
  child.send({ name, takes });
  const answer = await Promise.race([answered, ended]);
  await ended;
  if (answer === undefined)
    throw new OperatorError(
      'unexpected',
      `a part of the start (${name}) ended early; its last lines say why`,
    );
  if ('failed' in answer) throw new OperatorError(answer.failed.reason, answer.failed.message);
  return answer.gives as Chores[Name]['gives'];
}
