import {
  keyLifetimesDays,
  keyScopes,
  type KeyLifetimeDays,
  type KeyScope,
} from '@waypost/contract/accounts/access.ts';
import { Option, type Command } from 'commander';
import { createKey, rotateKey, type IssuedKey } from '../services/keys/issue-key.ts';
import { listKeys, revokeKey, summarizeKey, type ApiKeySummary } from '../services/keys/keys.ts';
import { formatTable, onlyOption, printResult, type Output } from './output.ts';
import { withServices } from './with-services.ts';
import { workspaceOption } from './workspace-option.ts';

type Common = Output & { workspace: string };
type New = Common & { label: string; scope: KeyScope; expires: string };
type Existing = Common & { id: string };

export function registerKey(program: Command): void {
  const key = program.command('key').description('create, list, rotate and revoke API keys');
  keyCommand(key, 'create', 'create an API key and print its token, which is shown only once')
    .requiredOption('--label <label>', 'key label')
    .addOption(new Option('--scope <scope>', 'access level').choices(keyScopes).makeOptionMandatory())
    .addOption(
      new Option('--expires <days>', 'lifetime in days')
        .choices(keyLifetimesDays.map(String))
        .makeOptionMandatory(),
    )
    .addOption(onlyOption(issuedFields))
    .addHelpText(
      'after',
      '\nExample: waypost key create --workspace ID --label reports --scope read --expires 90',
    )
    .action(async ({ workspace, label, scope, expires, ...output }: New) => {
      const lifetimeDays = Number(expires) as KeyLifetimeDays;
      const issued = await withServices((context) =>
        createKey({ ...context, workspaceId: workspace }, { label, scope, lifetimeDays }),
      );
      printIssued(issued, output);
    });
  keyCommand(key, 'list', 'list API keys in a workspace, without their tokens')
    .addOption(onlyOption(['id']))
    .addHelpText('after', '\nExample: waypost key list --workspace ID')
    .action(async ({ workspace, ...output }: Common) => {
      const keys = await withServices((context) => listKeys({ ...context, workspaceId: workspace }));
      const found = keys.map((one) => summarizeKey(one, new Date()));
      const lines =
        found.length === 0
          ? ['No API keys. Create one with waypost key create.']
          : formatTable(['ID', 'LABEL', 'SCOPE', 'STATUS', 'EXPIRES'], found.map(toRow));
      printResult(output, found, lines);
    });
  registerChanges(key);
}

function registerChanges(key: Command): void {
  keyCommand(key, 'rotate', 'replace a key token; the old token stops working immediately')
    .requiredOption('--id <key>', 'key ID')
    .addOption(onlyOption(issuedFields))
    .addHelpText('after', '\nExample: waypost key rotate --workspace ID --id KEY')
    .action(async ({ workspace, id, ...output }: Existing) => {
      printIssued(
        await withServices((context) => rotateKey({ ...context, workspaceId: workspace }, id)),
        output,
      );
    });
  keyCommand(key, 'revoke', 'revoke a key permanently')
    .requiredOption('--id <key>', 'key ID')
    .addHelpText('after', '\nExample: waypost key revoke --workspace ID --id KEY')
    .action(async ({ workspace, id, json }: Existing) => {
      const revoked = await withServices((context) => revokeKey({ ...context, workspaceId: workspace }, id));
      printResult({ json }, summarizeKey(revoked, new Date()), [
        `Revoked key ${revoked.id} (${revoked.label}).`,
      ]);
    });
}

function keyCommand(parent: Command, name: string, description: string): Command {
  return parent
    .command(name)
    .description(description)
    .addOption(workspaceOption())
    .option('--json', 'print the result as JSON');
}

const issuedFields = ['id', 'token', 'expiresAt'];

function printIssued(issued: IssuedKey, output: Output): void {
  printResult(output, issued, [
    `Key      ${issued.id}`,
    `Token    ${issued.token}`,
    `Expires  ${issued.expiresAt.toISOString()}`,
    'Save the token now. It will not be shown again.',
  ]);
}

function toRow(key: ApiKeySummary): string[] {
  return [key.id, key.label, key.scope, key.state, key.expiresAt.toISOString()];
}
