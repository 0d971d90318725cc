import { insertCampaignVersion } from '../../store/campaign-content.ts';
import type { Executor } from '../../store/database.ts';
import type { WorkspaceContext } from '../context.ts';
import { authorOf } from './author.ts';

/** Keeps what a campaign is after a change, with its author, in the transaction of the change. */
export async function saveCampaignVersion(
  executor: Executor,
  context: WorkspaceContext,
  id: string,
  options: { isNew?: boolean } = {},
): Promise<void> {
  if (context.withoutVersion === true) return;
  await insertCampaignVersion(executor, context.workspaceId, id, {
    isNew: options.isNew ?? false,
    author: authorOf(context.actor),
    now: context.now(),
  });
}
