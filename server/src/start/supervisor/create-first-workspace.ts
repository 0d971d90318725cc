import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { OperatorError, type ExitReason } from '../../platform/operator-error.ts';
import type { FirstAccess } from '../../services/accounts/set-up-first-workspace.ts';

export type FirstWorkspaceRequest = { url: string; timezone: string };
export type FirstWorkspaceResponse =
  | { access: FirstAccess | undefined }
  | { failed: { reason: ExitReason; message: string } };

const file = fileURLToPath(new URL('first-workspace-main.ts', import.meta.url));

/**
 * Creates the first workspace in a short-lived process, so that the supervisor does not keep the libraries of the
 * services in memory.
 */
export async function createFirstWorkspace(request: FirstWorkspaceRequest): Promise<FirstAccess | undefined> {
  const child = fork(file, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit').then(() => undefined);
  const responded = once(child, 'message').then(([message]) => message as FirstWorkspaceResponse);
  child.send(request);
  const response = await Promise.race([responded, ended]);
  await ended;
  if (response === undefined)
    throw new OperatorError(
      'unexpected',
      'The process that creates the first workspace exited early. See the log lines above.',
    );
  if ('failed' in response) throw new OperatorError(response.failed.reason, response.failed.message);
  return response.access;
}
