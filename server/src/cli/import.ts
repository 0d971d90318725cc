import type { Command } from 'commander';
import type { DescribedPlan, PlannedChange } from '../services/configuration/describe-plan.ts';
import { loadSettings } from '../start/settings.ts';
import { readConfigurationFolder } from './configuration-folder.ts';
import { printResult } from './output.ts';
import { withServices } from './with-services.ts';
import { workspaceOption } from './workspace-option.ts';

type Options = {
  workspace: string;
  plan?: true;
  prune?: true;
  relabelAmounts?: true;
  json?: boolean;
};

export function registerImport(program: Command): void {
  program
    .command('import')
    .description('apply exported configuration files to a workspace, all or nothing')
    .argument('<folder>', 'folder written by "waypost export"')
    .addOption(workspaceOption())
    .option('--plan', 'print the changes without applying them')
    .option('--prune', 'archive records that are not in the files')
    .option('--relabel-amounts', 'confirm a currency change for a workspace that has campaigns')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample: waypost import --workspace ID ./configuration --plan')
    .action(async (folder: string, { workspace, plan, prune, relabelAmounts, json }: Options) => {
      const files = readConfigurationFolder(folder);
      const { importConfiguration } = await import('../services/configuration/import-configuration.ts');
      const { outboundAllow } = loadSettings();
      const done = await withServices((context) =>
        importConfiguration(
          { ...context, workspaceId: workspace, outboundAllow },
          { files, planOnly: plan === true, prune: prune === true, relabelAmounts: relabelAmounts === true },
        ),
      );
      printResult({ json }, done, formatPlan(done));
    });
}

function formatPlan(plan: DescribedPlan): string[] {
  const count = (action: PlannedChange['action']) =>
    plan.changes.filter((change) => change.action === action).length;
  const [created, changed, archived] = plan.applied
    ? ['created', 'changed', 'archived']
    : ['to create', 'to change', 'to archive'];
  const counts = [
    `${count('create')} ${created}`,
    `${count('change')} ${changed}`,
    `${count('archive')} ${archived}`,
    `${plan.unchanged} unchanged`,
    `${plan.leftAlone} not in the files`,
  ];
  return [
    ...plan.changes.flatMap(formatChange),
    ...plan.warnings.map((warning) => `Warning: ${warning}`),
    `${plan.applied ? 'Done' : 'Plan'}: ${counts.join(', ')}.`,
  ];
}

function formatChange({ action, kind, key, differences }: PlannedChange): string[] {
  return [
    `${action.padEnd(8)}${kind} ${JSON.stringify(key)}`,
    ...differences.map(
      ({ field, before, after }) => `          ${field}: ${formatValue(before)} -> ${formatValue(after)}`,
    ),
  ];
}

const shownMax = 100;

function formatValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'not set';
  return text.length > shownMax ? `${text.slice(0, shownMax)}…` : text;
}
