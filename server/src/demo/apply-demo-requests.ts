import type { IncomingRequest } from '../domain/conversions/inbox-row.ts';
import { applyRequests } from '../services/conversions/apply-requests.ts';
import { asSystem } from '../services/context.ts';
import { claimRequest } from '../store/conversions/inbox-claims.ts';
import { insertInboxRows, listInboxBatches } from '../store/conversions/inbox.ts';
import type { Executor } from '../store/database/database.ts';
import type { DemoContext } from './apply-demo-events.ts';
import { withRetry } from './retry-limits.ts';

/**
 * Inserts incoming postbacks into the inbox and processes them in the same way as a worker. The resulting outgoing
 * postbacks go to hosts under .example, which do not exist, so the demo also shows failing receivers.
 */
export async function applyDemoRequests(
  context: DemoContext,
  requests: readonly IncomingRequest[],
): Promise<void> {
  const { workspaceId } = context;
  const batch = `demo-${workspaceId}`;
  // All postbacks are stored in one transaction, so that a resumed demo finds either all of them or none of them.
  const apply = async (executor: Executor) => {
    if ((await listInboxBatches(executor, [batch])).length > 0) return;
    const rows = requests.map((request, batchIndex) => ({ ...request, workspaceId, batchIndex }));
    await insertInboxRows(executor, batch, rows);
    const claimed = [];
    for (const { id } of requests) claimed.push(await claimRequest(executor, id));
    await applyRequests(
      context,
      executor,
      claimed.filter((request) => request !== undefined),
    );
  };
  await withRetry(() => asSystem(context, apply));
}
