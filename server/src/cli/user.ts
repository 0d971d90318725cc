import { memberRoles, type MemberRole } from '@waypost/contract/access.ts';
import { Option, type Command } from 'commander';
import { text } from 'node:stream/consumers';
import { OperatorError } from '../platform/operator-error.ts';
import { createUser } from '../services/users/create-user.ts';
import { printResult } from './output.ts';
import { withServices } from './with-services.ts';

type Options = { workspace: string; email: string; role?: MemberRole; passwordStdin?: true; json?: boolean };

export function registerUser(program: Command): void {
  program
    .command('user')
    .description('people who use the panel')
    .command('create')
    .description('make a person a member of a workspace; the first member becomes its owner')
    .requiredOption('--workspace <id>', 'the workspace')
    .requiredOption('--email <address>', 'how the person signs in')
    .addOption(new Option('--role <role>', 'what the person may do').choices(memberRoles))
    .option(
      '--password-stdin',
      'read the password from standard input (a command line shows it to everybody on the machine)',
    )
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExample: waypost user create --workspace ID --email ada@example.com --password-stdin < password.txt',
    )
    .action(async ({ workspace, email, role, passwordStdin, json }: Options) => {
      if (passwordStdin !== true)
        throw new OperatorError(
          'usage',
          'give the password on standard input and say so with --password-stdin',
        );
      const password = (await text(process.stdin)).replace(/\r?\n$/, '');
      const created = await withServices((context) =>
        createUser({ ...context, workspaceId: workspace }, { email, password, role }),
      );
      printResult({ json }, created, [`${created.email} is ${created.role} of the workspace.`]);
    });
}
