import type { Command } from 'commander';
import { exitCodes } from '../platform/operator-error.ts';
import type { Finding } from '../start/commands/diagnose-content.ts';
import { printResult } from './output.ts';

const labels: Record<Finding['state'], string> = { ok: 'ok      ', warning: 'warning ', problem: 'PROBLEM ' };

export function registerDoctor(program: Command): void {
  program
    .command('doctor')
    .description('check every part of the installation and print how to fix problems')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample: waypost doctor')
    .action(async (options: { json?: boolean }) => {
      const { diagnose } = await import('../start/commands/diagnose.ts');
      const findings = await diagnose();
      const problems = findings.filter((finding) => finding.state === 'problem').length;
      const verdict =
        problems === 0
          ? 'No problems found.'
          : `${problems} ${problems === 1 ? 'problem' : 'problems'} found.`;
      printResult(options, { ok: problems === 0, findings }, [...findings.flatMap(describe), verdict]);
      process.exitCode = problems === 0 ? exitCodes.done : exitCodes.problemsFound;
    });
}

function describe({ part, state, message, fix }: Finding): string[] {
  const fixLine = fix === undefined ? [] : [`            fix: ${fix}`];
  return [`${labels[state]}${part}: ${message}`, ...fixLine];
}
