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
    .description('make a workspace what the files of a folder say, all or nothing')
    .argument('<folder>', 'what "waypost export" wrote, or a folder of that form')
    .addOption(workspaceOption())
    .option('--plan', 'only say what would be done')
    .option('--prune', 'archive what the files do not speak of')
    .option('--relabel-amounts', 'confirm another currency for a workspace that has campaigns')
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
      printResult({ json }, done, describePlanInText(done));
    });
}

function describePlanInText(plan: DescribedPlan): string[] {
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
    `${plan.leftAlone} not in the files and left alone`,
  ];
  return [
    ...plan.changes.flatMap(describeChange),
    ...plan.warnings.map((warning) => `Warning: ${warning}`),
    `${plan.applied ? 'Done' : 'Plan'}: ${counts.join(', ')}.`,
  ];
}

function describeChange({ action, kind, key, differences }: PlannedChange): string[] {
  return [
    `${action.padEnd(8)}${kind} ${JSON.stringify(key)}`,
    ...differences.map(({ field, before, after }) => `          ${field}: ${show(before)} -> ${show(after)}`),
  ];
}

const shownMax = 100;

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > shownMax ? `${text.slice(0, shownMax)}…` : text;
}
