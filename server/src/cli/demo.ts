import type { Command } from 'commander';
import { OperatorError } from '../platform/operator-error.ts';

export const demoIsMissing = 'demo traffic is not there yet: it comes with the tracking runtime and reports.';

export function registerDemo(program: Command): void {
  program
    .command('demo')
    .description('fill a workspace with a month of believable traffic (not there yet)')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample: waypost demo')
    .action(() => {
      throw new OperatorError('refused', demoIsMissing);
    });
}
