import type { Command } from 'commander';
import { exitCodes } from '../platform/operator-error.ts';
import type { Finding } from '../start/commands/diagnose-content.ts';
import { printResult } from './output.ts';

const marks: Record<Finding['state'], string> = { ok: 'ok      ', warning: 'warning ', problem: 'PROBLEM ' };

export function registerDoctor(program: Command): void {
  program
    .command('doctor')
    .description('check every part, say what is wrong and how to mend it')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample: waypost doctor')
    .action(async (options: { json?: boolean }) => {
      const { diagnose } = await import('../start/commands/diagnose.ts');
      const findings = await diagnose();
      const problems = findings.filter((finding) => finding.state === 'problem').length;
      const verdict =
        problems === 0
          ? 'Nothing is wrong.'
          : `${problems} ${problems === 1 ? 'problem' : 'problems'} found.`;
      printResult(options, { ok: problems === 0, findings }, [...findings.flatMap(describe), verdict]);
      process.exitCode = problems === 0 ? exitCodes.done : exitCodes.problemsFound;
    });
}

function describe({ part, state, says, mend }: Finding): string[] {
  const mending = mend === undefined ? [] : [`            to mend: ${mend}`];
  return [`${marks[state]}${part}: ${says}`, ...mending];
}
