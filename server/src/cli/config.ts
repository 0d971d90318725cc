import type { Command } from 'commander';
import { describeConfig } from '../config/describe-config.ts';
import { loadConfig } from '../config/load-config.ts';
import { formatTable, printResult } from './output.ts';

export function registerConfig(program: Command): void {
  program
    .command('config')
    .description('print the effective configuration with secrets masked')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample: WAYPOST_PORT=9000 waypost config')
    .action((options: { json?: boolean }) => {
      const config = loadConfig();
      const described = describeConfig(config);
      const rows = described.map(({ name, value, source }) => [
        name,
        value === '' ? '(not set)' : value,
        source,
      ]);
      printResult(options, { values: described, warnings: config.warnings }, [
        ...formatTable(['VARIABLE', 'VALUE', 'SOURCE'], rows),
        ...config.warnings.map((warning) => `Warning: ${warning}`),
      ]);
    });
}
