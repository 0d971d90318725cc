import { Argument, type Command } from 'commander';
import { describeCommands, shells, writeCompletion, type Shell } from './write-completion.ts';

type Load = () => Promise<(program: Command) => void>;

/**
 * Registers `completion`. When run, it first registers all `commands`, because normally only the invoked command is
 * loaded.
 */
export function registerCompletion(program: Command, commands: Readonly<Record<string, Load>>): void {
  program
    .command('completion')
    .description('print a shell completion script')
    .addArgument(new Argument('<shell>', 'shell that the script is for').choices(shells))
    .addHelpText('after', '\nExample: source <(waypost completion bash)')
    .action(async (shell: Shell) => {
      const known = new Set(program.commands.map((command) => command.name()));
      for (const [name, load] of Object.entries(commands)) if (!known.has(name)) (await load())(program);
      process.stdout.write(writeCompletion(shell, describeCommands(program)));
    });
}
