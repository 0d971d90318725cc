import { postbackFilter, postbackLimitByDefault, type PostbackPage } from '@waypost/contract/postbacks.ts';
import { listPostbackPage } from '../../store/postback-list.ts';
import { readInWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { presentPostback } from './present-postback.ts';

/** Newest first, a page at a time; those that come in meanwhile do not move the pages. */
export async function listPostbacks(context: WorkspaceContext, input: unknown): Promise<PostbackPage> {
  requirePermission(context.actor, 'postbacks.read');
  const { limit = postbackLimitByDefault, cursor, ...filter } = parseInput(postbackFilter, input);
  // One more than asked for tells whether there is a next page.
  const rows = await readInWorkspace(context, 'list', (executor) =>
    listPostbackPage(executor, context.workspaceId, { ...filter, afterId: cursor }, limit + 1),
  );
  const postbacks = rows.slice(0, limit).map(presentPostback);
  const nextCursor = rows.length > limit ? (postbacks.at(-1)?.id ?? null) : null;
  return { postbacks, meta: { limit, count: postbacks.length, nextCursor } };
}
