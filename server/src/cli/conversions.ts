import type { Command } from 'commander';
import { describeUpload, runUploadWithProgress, readCsvFile } from './csv-file.ts';
import { printResult } from './output.ts';
import { requireWorkspaceId } from './require-workspace-id.ts';
import { withAttribution } from './with-attribution.ts';
import { workspaceOption } from './workspace-option.ts';

type Options = { workspace: string; dryRun?: true; postbacks: boolean; report?: string; json?: boolean };

export function registerConversions(program: Command): void {
  const conversions = program.command('conversions').description('import conversions');
  conversions
    .command('import')
    .description('import conversions from a CSV file, one per line')
    .argument('<file>', 'CSV file, or - for standard input')
    .addOption(workspaceOption())
    .option('--dry-run', 'check the file without importing anything')
    .option('--no-postbacks', 'do not send postbacks to traffic sources')
    .option('--report <file>', 'write rejected lines to this file')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample: waypost conversions import --workspace ID conversions.csv --dry-run')
    .action(async (file: string, { workspace, dryRun, postbacks, report, json }: Options) => {
      requireWorkspaceId(workspace);
      const { uploadConversions } = await import('../services/uploads/upload-conversions.ts');
      const done = await withAttribution((context) =>
        runUploadWithProgress({ json, report }, (listener) =>
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
