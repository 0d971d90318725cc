import { text } from 'node:stream/consumers';
import { memberRoles, type MemberRole } from '@waypost/contract/access.ts';
import { Option, type Command } from 'commander';
import { OperatorError } from '../platform/operator-error.ts';
import { createUser } from '../services/accounts/create-user.ts';
import { makeResetLink } from '../services/accounts/reset-password.ts';
import { switchOffSecondFactor } from '../services/accounts/second-factor.ts';
import { makeInvitationLink } from '../services/accounts/send-invitation.ts';
import { panelUrlForCommand } from '../start/public-urls.ts';
import { loadSettings } from '../start/settings.ts';
import { printResult } from './output.ts';
import { withServices } from './with-services.ts';
import { workspaceOption } from './workspace-option.ts';

type CreateOptions = {
  workspace: string;
  email: string;
  role?: MemberRole;
  passwordStdin?: true;
  keepPassword?: true;
  json?: boolean;
};
type PersonOptions = { email: string; json?: boolean };
type InviteOptions = { workspace: string; email: string; role: MemberRole; json?: boolean };

export function registerUser(program: Command): void {
  const user = program.command('user').description('people who use the panel');
  registerCreate(user);
  registerResetLink(user);
  registerInviteLink(user);
  registerSecondFactorOff(user);
}

function registerCreate(user: Command): void {
  user
    .command('create')
    .description('make a person a member of a workspace; the first member becomes its owner')
    .addOption(workspaceOption())
    .requiredOption('--email <address>', 'how the person signs in')
    .addOption(new Option('--role <role>', 'what the person may do').choices(memberRoles))
    .option(
      '--password-stdin',
      'read the password from standard input (a command line shows it to everybody on the machine)',
    )
    .option('--keep-password', 'the person chose the password: it need not be changed at the first sign-in')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExample: waypost user create --workspace ID --email ada@example.com --password-stdin < password.txt',
    )
    .action(async ({ workspace, email, role, passwordStdin, keepPassword, json }: CreateOptions) => {
      if (passwordStdin !== true)
        throw new OperatorError(
          'usage',
          'give the password on standard input and say so with --password-stdin',
        );
      const password = (await text(process.stdin)).replace(/\r?\n$/, '');
      const created = await withServices((context) =>
        createUser({ ...context, workspaceId: workspace }, { email, password, role, keepPassword }),
      );
      printResult({ json }, created, [`${created.email} is ${created.role} of the workspace.`]);
    });
}

function registerResetLink(user: Command): void {
  user
    .command('reset-link')
    .description('make a link with which a person sets a new password; it holds for an hour, and once')
    .requiredOption('--email <address>', 'how the person signs in')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample: waypost user reset-link --email ada@example.com')
    .action(async ({ email, json }: PersonOptions) => {
      const panelUrl = panelUrlForCommand(loadSettings());
      const made = await withServices((context) => makeResetLink(context, { email, panelUrl }));
      printResult({ json }, made, [
        `Give this to ${made.email}; it holds until ${made.expiresAt.toISOString()}, and once:`,
        made.link,
      ]);
    });
}

function registerInviteLink(user: Command): void {
  user
    .command('invite-link')
    .description('invite a person into a workspace and print the link; it holds for seven days, and once')
    .addOption(workspaceOption())
    .requiredOption('--email <address>', 'whom the invitation is for')
    .addOption(new Option('--role <role>', 'what the person may do').choices(memberRoles).default('member'))
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExample: waypost user invite-link --workspace ID --email ada@example.com --role admin',
    )
    .action(async ({ workspace, email, role, json }: InviteOptions) => {
      const panelUrl = panelUrlForCommand(loadSettings());
      const made = await withServices((context) =>
        makeInvitationLink({ ...context, workspaceId: workspace }, { email, role, panelUrl }),
      );
      printResult({ json }, made, [
        `Give this to ${made.email}; it holds until ${made.expiresAt.toISOString()}, and once:`,
        made.link,
      ]);
    });
}

function registerSecondFactorOff(user: Command): void {
  user
    .command('second-factor-off')
    .description('switch off the second factor of a person who has lost it; ends all their sessions')
    .requiredOption('--email <address>', 'how the person signs in')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample: waypost user second-factor-off --email ada@example.com')
    .action(async ({ email, json }: PersonOptions) => {
      const done = await withServices((context) => switchOffSecondFactor(context, { email }));
      printResult({ json }, done, [
        `${done.email} signs in with the password alone now; ${done.endedSessions} of their sessions ended.`,
      ]);
    });
}
