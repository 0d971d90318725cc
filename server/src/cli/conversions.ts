import type { Command } from 'commander';
import { describeUpload, listenToUpload, readCsvFile } from './csv-file.ts';
import { printResult } from './output.ts';
import { requireWorkspaceId } from './require-workspace-id.ts';
import { withAttribution } from './with-attribution.ts';
import { workspaceOption } from './workspace-option.ts';

type Options = { workspace: string; dryRun?: true; postbacks: boolean; report?: string; json?: boolean };

export function registerConversions(program: Command): void {
  const conversions = program.command('conversions').description('bring in conversions by hand');
  conversions
    .command('import')
    .description('take conversions from a CSV file, one for each line')
    .argument('<file>', 'the file, or - for standard input')
    .addOption(workspaceOption())
    .option('--dry-run', 'only say what would become of each line')
    .option('--no-postbacks', 'do not tell traffic sources of what counts')
    .option('--report <file>', 'write the lines that were not taken into this file')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample: waypost conversions import --workspace ID conversions.csv --dry-run')
    .action(async (file: string, { workspace, dryRun, postbacks, report, json }: Options) => {
      requireWorkspaceId(workspace);
      const { uploadConversions } = await import('../services/conversions/upload-conversions.ts');
      const done = await withAttribution((context) =>
        listenToUpload({ json, report }, (listener) =>
          uploadConversions({ ...context, workspaceId: workspace }, readCsvFile(file), {
            ...listener,
            dryRun: dryRun === true,
            postbacks,
          }),
        ),
      );
      printResult({ json }, done, describeUpload(done));
    });
}
