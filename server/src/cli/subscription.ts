import { subscriptionStatuses, type SubscriptionStatus } from '@waypost/contract/accounts/access.ts';
import { Option, type Command } from 'commander';
import { setSubscription } from '../services/subscriptions/subscriptions.ts';
import { printResult } from './output.ts';
import { withServices } from './with-services.ts';
import { workspaceOption } from './workspace-option.ts';

type Options = { workspace: string; status: SubscriptionStatus; apiAccess: boolean; json?: boolean };

export function registerSubscription(program: Command): void {
  program
    .command('subscription')
    .description('manage the billing state of a workspace')
    .command('set')
    .description('set the billing state of a workspace, effective from the next request')
    .addOption(workspaceOption())
    .addOption(
      new Option('--status <status>', 'subscription status')
        .choices(subscriptionStatuses)
        .makeOptionMandatory(),
    )
    .option('--no-api-access', 'disable API access')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample: waypost subscription set --workspace ID --status lapsed')
    .action(async ({ workspace, status, apiAccess, json }: Options) => {
      const saved = await withServices((context) =>
        setSubscription({ ...context, workspaceId: workspace }, { status, apiAccess }),
      );
      printResult({ json }, { workspace, ...saved }, [
        `Subscription is ${saved.status}, ${saved.apiAccess ? 'with' : 'without'} API access.`,
      ]);
    });
}
