import { join } from 'node:path';
import { writePrivateFile } from '../../platform/json-file.ts';
import type { FirstAccess } from '../../services/accounts/set-up-first-workspace.ts';

// Prints the first password and key only on a terminal. Without a terminal, the output would end up in log files, so the
// password and key are written to a private file instead.
export function presentFirstAccess(
  access: FirstAccess,
  options: { panelUrl: string; dataDirectory: string; isTerminal: boolean },
): string[] {
  const lines = [
    `Sign in        ${access.email}     at ${options.panelUrl}/?email=${encodeURIComponent(access.email)}`,
    `Password       ${access.password}`,
    `Workspace      ${access.workspaceId}`,
    `API key        ${access.token}`,
  ];
  if (options.isTerminal) return [...lines, '               (Save these now. They will not be shown again.)'];
  const file = join(options.dataDirectory, 'first-access.txt');
  writePrivateFile(file, `${lines.join('\n')}\n\nDelete this file after you have saved its contents.\n`);
  return [`Sign in        see ${file} (password and API key; delete the file after reading it)`];
}
