import type { IncomingRequest } from '../domain/inbox/inbox-row.ts';
import { judgeRequests } from '../services/attribution/judge-requests.ts';
import { asSystem } from '../services/context.ts';
import { claimRequest } from '../store/attribution/inbox-claims.ts';
import { insertInboxRows, listInboxBatches } from '../store/attribution/inbox.ts';
import type { Executor } from '../store/database/database.ts';
import type { DemoContext } from './apply-demo-events.ts';
import { withRetry } from './retry-limits.ts';

/**
 * Puts requests of networks into the inbox and judges them, as a worker does. What it makes of them is to be told to sources that
 * nobody can reach, since their names end in .example: so there are calls that fail.
 */
export async function applyDemoRequests(
  context: DemoContext,
  requests: readonly IncomingRequest[],
): Promise<void> {
  const { workspaceId } = context;
  const batch = `demo-${workspaceId}`;
  // All or nothing: a demo that goes on finds them there, or none of them.
  const apply = async (executor: Executor) => {
    if ((await listInboxBatches(executor, [batch])).length > 0) return;
    const rows = requests.map((request, batchIndex) => ({ ...request, workspaceId, batchIndex }));
    await insertInboxRows(executor, batch, rows);
    const claimed = [];
    for (const { id } of requests) claimed.push(await claimRequest(executor, id));
    await judgeRequests(
      context,
      executor,
      claimed.filter((request) => request !== undefined),
    );
  };
  await withRetry(() => asSystem(context, apply));
}
