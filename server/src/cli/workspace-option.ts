import { Option, type Command } from 'commander';
import { OperatorError } from '../platform/operator-error.ts';

/** Every command that works in a workspace has it; `chooseWorkspace` fills it in where it is left out. */
export function workspaceOption(about = 'the workspace'): Option {
  return new Option('--workspace <id>', `${about}; default: WAYPOST_WORKSPACE, or the only workspace`);
}

/** Before a command runs: its workspace is the one that is named, that of the settings, or the only one there is. */
export async function chooseWorkspace(command: Command): Promise<void> {
  const takesOne = command.options.some(({ long }) => long === '--workspace');
  if (!takesOne || command.getOptionValue('workspace') !== undefined) return;
  const { loadConfig } = await import('../config/load-config.ts');
  command.setOptionValue('workspace', loadConfig().values.WAYPOST_WORKSPACE ?? (await findOnlyWorkspace()));
}

const shownMax = 5;

async function findOnlyWorkspace(): Promise<string> {
  // Loaded when they are needed: the entry point of every process imports this file.
  const { listWorkspaces } = await import('../services/workspaces/workspaces.ts');
  const { withServices } = await import('./with-services.ts');
  const found = await withServices(listWorkspaces);
  const [only, ...others] = found;
  if (only === undefined)
    throw new OperatorError('usage', 'There is no workspace yet. Create one with waypost workspace create.');
  if (others.length === 0) return only.id;
  const names = found.slice(0, shownMax).map(({ id, name }) => `${id} (${name})`);
  throw new OperatorError(
    'usage',
    `There are ${found.length} workspaces. Add --workspace ID or set WAYPOST_WORKSPACE: ${names.join(', ')}${found.length > shownMax ? ', …' : ''}`,
  );
}
