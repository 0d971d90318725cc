import { setTimeout as sleep } from 'node:timers/promises';
import type { DataDirectory } from '../../engines/data-directory.ts';
import type { Logger } from '../../platform/logger.ts';
import { writeRestart } from '../instance.ts';
import type { Program } from '../program.ts';
import { readDecision, removeSwitchRequest, type SwitchRequest } from '../switch-request.ts';
import type { Roles } from './roles.ts';

const pollIntervalMs = 200;

export type SwitchOptions = {
  roles: Pick<Roles, 'restart' | 'useProgram' | 'program'>;
  directory: DataDirectory;
  // Publishes which program the roles run.
  publish: (program: Program) => void;
  logger: Logger;
};

// Replaces all roles with processes of another program. Returns to the previous program if a role does not start, or if
// the request is withdrawn.
export async function switchProgram(request: SwitchRequest, options: SwitchOptions): Promise<void> {
  const { roles, directory, publish, logger } = options;
  const previous = roles.program;
  const { version } = request.program;
  logger.info({ version, previous: previous.version }, 'switching all roles to another version');
  const { failed } = await replaceRoles(request.program, options, { earlier: [], endsWithFailure: true });
  publish(request.program);
  let decision = readDecision(directory, request);
  while (failed.length === 0 && decision === 'pending') {
    await sleep(pollIntervalMs);
    decision = readDecision(directory, request);
  }
  if (decision === 'committed') logger.info({ version }, 'all roles run the other version');
  else await returnTo(previous, failed, options);
  removeSwitchRequest(directory);
}

type Failures = Awaited<ReturnType<Roles['restart']>>['failed'];

async function returnTo(previous: Program, failed: Failures, options: SwitchOptions): Promise<void> {
  const { version } = previous;
  options.logger.error({ version, failed }, 'returning to the previous version');
  await replaceRoles(previous, options, { earlier: failed, endsWithFailure: false });
  options.publish(previous);
}

async function replaceRoles(
  program: Program,
  { roles, directory, logger }: SwitchOptions,
  { earlier, endsWithFailure }: { earlier: Failures; endsWithFailure: boolean },
): Promise<{ failed: Failures }> {
  const startedAt = new Date().toISOString();
  const write = (restarted: string[], failed: Failures, isRunning: boolean) =>
    writeRestart(directory, { startedAt, program, restarted, failed, isRunning });
  roles.useProgram(program);
  const { restarted, failed } = await roles.restart({
    onlyOutdated: true,
    endsWithFailure,
    onProgress: (names) => write(names, earlier, true),
  });
  if (failed.length > 0) logger.error({ failed }, 'failed to switch some roles');
  write(restarted, [...earlier, ...failed], false);
  return { failed };
}
