import { Option, type Command } from 'commander';
import { OperatorError } from '../platform/operator-error.ts';

export function workspaceOption(description = 'workspace ID'): Option {
  return new Option('--workspace <id>', `${description} (default: WAYPOST_WORKSPACE, or the only workspace)`);
}

export async function chooseWorkspace(command: Command): Promise<void> {
  const hasOption = command.options.some(({ long }) => long === '--workspace');
  if (!hasOption || command.getOptionValue('workspace') !== undefined) return;
  const { loadConfig } = await import('../config/load-config.ts');
  command.setOptionValue('workspace', loadConfig().values.WAYPOST_WORKSPACE ?? (await findOnlyWorkspace()));
}

const shownMax = 5;

async function findOnlyWorkspace(): Promise<string> {
  // These modules are imported on demand, because the entry point of every process imports this file.
  const { listWorkspaces } = await import('../services/workspaces/workspaces.ts');
  const { withServices } = await import('./with-services.ts');
  const found = await withServices(listWorkspaces);
  const [only, ...others] = found;
  if (only === undefined)
    throw new OperatorError('usage', 'No workspaces. Create one with waypost workspace create.');
  if (others.length === 0) return only.id;
  const names = found.slice(0, shownMax).map(({ id, name }) => `${id} (${name})`);
  throw new OperatorError(
    'usage',
    `There are ${found.length} workspaces. Add --workspace ID or set WAYPOST_WORKSPACE: ${names.join(', ')}${found.length > shownMax ? ', …' : ''}`,
  );
}
