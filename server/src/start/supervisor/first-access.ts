import { join } from 'node:path';
import { writePrivateFile } from '../../platform/json-file.ts';
import type { FirstAccess } from '../../services/accounts/set-up-first-workspace.ts';

/** The first password and key are shown once, and only to a person: elsewhere they go to a file that only the owner reads. */
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
  if (options.isTerminal)
    return [
      ...lines,
      '               (shown only now; the key can be replaced with `npx waypost key create`)',
    ];
  const file = join(options.dataDirectory, 'first-access.txt');
  writePrivateFile(file, `${lines.join('\n')}\n\nDelete this file when you have noted what it says.\n`);
  return [`First sign-in and API key: see ${file} (readable by you only; delete it afterwards)`];
}
