import { realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DataDirectory } from '../engines/data-directory.ts';
import { readRunFile, writeJsonFile } from '../platform/json-file.ts';
import { isRunning, type ProcessIdentity } from '../platform/process-identity.ts';
import type { Program } from './program.ts';

// Asks the supervisor to run the roles with another program. The switch is undone if the file is removed, or if the
// process that made the request ends, before the link leads to the program.
export type SwitchRequest = {
  id: string;
  program: Program;
  link: string;
  requester: ProcessIdentity;
};

type SwitchDecision = 'pending' | 'committed' | 'withdrawn';

export function readSwitchRequest(directory: DataDirectory): SwitchRequest | undefined {
  return readRunFile(requestFile(directory)) as SwitchRequest | undefined;
}

export function writeSwitchRequest(directory: DataDirectory, request: SwitchRequest): void {
  writeJsonFile(requestFile(directory), request);
}

export function removeSwitchRequest(directory: DataDirectory): void {
  rmSync(requestFile(directory), { force: true });
}

export function readDecision(directory: DataDirectory, request: SwitchRequest): SwitchDecision {
  // Read before the link, which the process may have changed before it ended.
  const isPending = readSwitchRequest(directory)?.id === request.id && isRunning(request.requester);
  if (leadsTo(request.link, request.program.root)) return 'committed';
  return isPending ? 'pending' : 'withdrawn';
}

function leadsTo(link: string, folder: string): boolean {
  try {
    return realpathSync(link) === realpathSync(folder);
  } catch {
    return false;
  }
}

function requestFile(directory: DataDirectory): string {
  return join(directory.run, 'switch.json');
}
