import {
  postbackListQuery,
  type Postback,
  type PostbackPage,
} from '@waypost/contract/postbacks/postbacks.ts';
import { WaypostError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import {
  deleteOldPostbackJobs,
  giveUpAfterMs,
  giveUpPostbackJobs,
  measurePostbackJobs,
  type PostbackNumbers,
} from '../../store/postbacks/postback-jobs.ts';
import {
  findPostback,
  listPostbackPage,
  restartPostback,
  type PostbackRow,
} from '../../store/postbacks/postback-list.ts';
import { recordChange } from '../audit/record-change.ts';
import {
  asSystem,
  inWorkspace,
  readAsSystem,
  readInWorkspace,
  type ServiceContext,
  type WorkspaceContext,
} from '../context.ts';
import { openList } from '../lists/open-list.ts';
import { isAllowed, requirePermission } from '../permissions.ts';

export function presentPostback({ actor }: WorkspaceContext, row: PostbackRow): Postback {
  const {
    id,
    campaignId,
    eventId,
    idx,
    occasion,
    method,
    url,
    origin,
    state,
    attempts,
    lastStatus,
    lastError,
  } = row;
  return {
    id,
    campaignId,
    eventId,
    idx,
    occasion,
    method,
    // The URL is hidden, because macros may have inserted personal data.
    url: isAllowed(actor, 'personal-data.read') ? url : null,
    origin,
    state,
    attempts,
    nextAt: state === 'waiting' ? row.nextAt.toISOString() : null,
    lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
    lastStatus,
    lastError,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

/**
 * Lists postbacks. Pages stay stable while postbacks are added. There is no total, because counting is too expensive.
 */
export async function listPostbacks(context: WorkspaceContext, input: unknown): Promise<PostbackPage> {
  requirePermission(context.actor, 'postbacks.read');
  const list = await openList(context, { name: 'postbacks', query: postbackListQuery }, input);
  const { rows, next } = await readInWorkspace(context, 'list', (executor) =>
    listPostbackPage(executor, context.workspaceId, list.filter, list.part),
  );
  const postbacks = rows.map((row) => presentPostback(context, row));
  return list.answer(postbacks, { next, total: null });
}

export async function retryPostback(context: WorkspaceContext, id: string): Promise<Postback> {
  requirePermission(context.actor, 'postbacks.retry');
  const { workspaceId, actor } = context;
  const now = context.now();
  return await inWorkspace(context, async (executor) => {
    const before = isId(id) ? await findPostback(executor, workspaceId, id) : undefined;
    if (before === undefined) throw new WaypostError('NOT_FOUND', 'Postback not found');
    const giveUpAt = new Date(now.getTime() + giveUpAfterMs);
    await restartPostback(executor, workspaceId, before.id, { now, giveUpAt });
    await recordChange(executor, workspaceId, actor, {
      action: 'postback.retry',
      subjectId: before.id,
      name: before.origin,
      details: { state: before.state, attempts: before.attempts },
    });
    return presentPostback(context, (await findPostback(executor, workspaceId, before.id)) ?? before);
  });
}

export type { PostbackNumbers } from '../../store/postbacks/postback-jobs.ts';

export async function measurePostbacks(context: ServiceContext): Promise<PostbackNumbers> {
  requirePermission(context.actor, 'postbacks.run');
  return await readAsSystem(context, (executor) => measurePostbackJobs(executor, context.now()), 'queue');
}

// Number of days during which a postback can be resent manually. The period is shorter if the workspace keeps attempts
// for a shorter time.
const keptDaysMax = 30;
const batchSize = 2_000;

/**
 * Marks postbacks past their deadline as failed, and deletes old postbacks in batches, so that no lock is held for
 * long.
 */
export async function cleanUpPostbacks(
  context: ServiceContext,
): Promise<{ gaveUp: number; deleted: number }> {
  requirePermission(context.actor, 'postbacks.run');
  const now = context.now();
  const gaveUp = await asSystem(context, (executor) => giveUpPostbackJobs(executor, now));
  let deleted = 0;
  for (let count = batchSize; count === batchSize; deleted += count)
    count = await asSystem(context, (executor) =>
      deleteOldPostbackJobs(executor, { now, keptDaysMax, limit: batchSize }),
    );
  return { gaveUp, deleted };
}
