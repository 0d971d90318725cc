import { resolve } from 'node:path';
import type { Command } from 'commander';
import { requireFolderForExport, writeConfigurationFolder } from './configuration-folder.ts';
import { countOf, printResult } from './output.ts';
import { withServices } from './with-services.ts';
import { workspaceOption } from './workspace-option.ts';

type Options = { workspace: string; includeArchived?: true; withSecrets?: true; json?: boolean };

export function registerExport(program: Command): void {
  program
    .command('export')
    .description('export a workspace configuration to YAML files')
    .argument('<folder>', 'output folder: new, empty or an earlier export')
    .addOption(workspaceOption())
    .option('--include-archived', 'include archived records')
    .option('--with-secrets', 'include postback secrets')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample: waypost export --workspace ID ./configuration')
    .action(async (folder: string, { workspace, includeArchived, withSecrets, json }: Options) => {
      requireFolderForExport(folder);
      const { exportConfiguration } = await import('../services/configuration/export-configuration.ts');
      const { files, counts } = await withServices((context) =>
        exportConfiguration(
          { ...context, workspaceId: workspace },
          { includeArchived: includeArchived === true, withSecrets: withSecrets === true },
        ),
      );
      writeConfigurationFolder(folder, files);
      const records = Object.values(counts).reduce((sum, count) => sum + count, 0);
      printResult({ json }, { folder: resolve(folder), files: [...files.keys()], counts }, [
        `Exported ${countOf(records, 'record')} in ${countOf(files.size, 'file')} to ${resolve(folder)}`,
      ]);
    });
}
