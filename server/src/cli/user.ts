import { text } from 'node:stream/consumers';
import { memberRoles, type MemberRole } from '@waypost/contract/accounts/access.ts';
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
  const user = program.command('user').description('manage people who use the panel');
  registerCreate(user);
  registerResetLink(user);
  registerInviteLink(user);
  registerTwoFactorOff(user);
}

function registerCreate(user: Command): void {
  user
    .command('create')
    .description('add a member to a workspace; the first member becomes its owner')
    .addOption(workspaceOption())
    .requiredOption('--email <address>', 'email address of the person')
    .addOption(new Option('--role <role>', 'role in the workspace').choices(memberRoles))
    .option(
      '--password-stdin',
      'read the password from standard input, so that other users of the machine cannot see it',
    )
    .option('--keep-password', 'do not require a new password at the first sign-in')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExample: waypost user create --workspace ID --email ada@example.com --password-stdin < password.txt',
    )
    .action(async ({ workspace, email, role, passwordStdin, keepPassword, json }: CreateOptions) => {
      if (passwordStdin !== true)
        throw new OperatorError('usage', 'Add --password-stdin and pass the password on standard input.');
      const password = (await text(process.stdin)).replace(/\r?\n$/, '');
      const created = await withServices((context) =>
        createUser({ ...context, workspaceId: workspace }, { email, password, role, keepPassword }),
      );
      printResult({ json }, created, [`Added ${created.email} to the workspace as ${created.role}.`]);
    });
}

function registerResetLink(user: Command): void {
  user
    .command('reset-link')
    .description('print a single-use link to set a new password, valid for one hour')
    .requiredOption('--email <address>', 'email address of the person')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample: waypost user reset-link --email ada@example.com')
    .action(async ({ email, json }: PersonOptions) => {
      const panelUrl = panelUrlForCommand(loadSettings());
      const created = await withServices((context) => makeResetLink(context, { email, panelUrl }));
      printResult({ json }, created, [
        `Send this link to ${created.email}. It works once and expires at ${created.expiresAt.toISOString()}:`,
        created.link,
      ]);
    });
}

function registerInviteLink(user: Command): void {
  user
    .command('invite-link')
    .description('invite a person to a workspace and print a single-use link, valid for seven days')
    .addOption(workspaceOption())
    .requiredOption('--email <address>', 'email address of the person')
    .addOption(new Option('--role <role>', 'role in the workspace').choices(memberRoles).default('member'))
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExample: waypost user invite-link --workspace ID --email ada@example.com --role admin',
    )
    .action(async ({ workspace, email, role, json }: InviteOptions) => {
      const panelUrl = panelUrlForCommand(loadSettings());
      const created = await withServices((context) =>
        makeInvitationLink({ ...context, workspaceId: workspace }, { email, role, panelUrl }),
      );
      printResult({ json }, created, [
        `Send this link to ${created.email}. It works once and expires at ${created.expiresAt.toISOString()}:`,
        created.link,
      ]);
    });
}

function registerTwoFactorOff(user: Command): void {
  user
    .command('second-factor-off')
    .description('turn off two-factor authentication for a person and end all their sessions')
    .requiredOption('--email <address>', 'email address of the person')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample: waypost user second-factor-off --email ada@example.com')
    .action(async ({ email, json }: PersonOptions) => {
      const done = await withServices((context) => switchOffSecondFactor(context, { email }));
      printResult({ json }, done, [
        `Turned off two-factor authentication for ${done.email}. Ended sessions: ${done.endedSessions}.`,
      ]);
    });
}
