import { globSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDataDirectory } from '../../engines/data-directory.ts';
import { identifyProcess } from '../../platform/process-identity.ts';
import { readInstance, readRestart, restartSignal } from '../../start/instance.ts';
import type { Program } from '../../start/program.ts';
import { readSwitchRequest, writeSwitchRequest } from '../../start/switch-request.ts';
import type { Product } from '../product/product.ts';
import { waitUntil } from '../wait-until.ts';

// Folders of prepared versions, by role.
export type RoleFolders = Record<'api' | 'edge' | 'worker', string>;

// Makes the supervisor run each role from the folder that is chosen for it.
export async function switchToMixture(product: Product, folder: string, roles: RoleFolders): Promise<void> {
  const directory = openDataDirectory(product.dataDirectory);
  const instance = readInstance(directory);
  if (instance?.program === undefined) throw new Error('Waypost is not running');
  const program = writeProgram(folder, roles, instance.program);
  const link = `${folder}.link`;
  rmSync(link, { force: true });
  // The link already leads to the program, so the supervisor need not wait for a decision.
  symlinkSync(folder, link);
  const requester = identifyProcess(process.pid) ?? { pid: process.pid, startedAt: '' };
  writeSwitchRequest(directory, { id: folder, program, link, requester });
  process.kill(instance.process.pid, restartSignal);
  await waitUntil(() => readSwitchRequest(directory) === undefined);
  const restart = readRestart(directory);
  if (restart?.program?.root !== folder || restart.failed.length > 0)
    throw new Error(`the roles were not replaced: ${JSON.stringify(restart)}`);
}

function writeProgram(folder: string, roles: RoleFolders, running: Program): Program {
  const mains = Object.fromEntries(Object.entries(roles).map(([role, root]) => [role, findMain(root)]));
  mkdirSync(folder);
  const main = join(folder, 'main.mjs');
  writeFileSync(
    main,
    `const mains = ${JSON.stringify(mains)};
process.argv[1] = mains[process.argv[process.argv.indexOf('--role') + 1]];
await import(process.argv[1]);
`,
  );
  return { ...running, version: 'mixture', root: folder, main };
}

function findMain(root: string): string {
  const [main, ...others] = globSync('server/dist/*/main.mjs', { cwd: root });
  if (main === undefined || others.length > 0) throw new Error(`${root} does not have exactly one build`);
  return join(root, main);
}
