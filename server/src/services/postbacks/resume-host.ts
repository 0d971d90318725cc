import { hostToResume, type ResumedHost } from '@waypost/contract/postbacks.ts';
import { deletePostbackHosts } from '../../store/postback-hosts.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';

/** Ends the pause of a receiver: what is due for it goes out at once. */
export async function resumeHost(context: WorkspaceContext, input: unknown): Promise<ResumedHost> {
  requirePermission(context.actor, 'postbacks.retry');
  const { origin } = parseInput(hostToResume, input);
  const { workspaceId, actor } = context;
  return await inWorkspace(context, async (executor) => {
    const resumed = (await deletePostbackHosts(executor, [{ workspaceId, origin }])) > 0;
    if (resumed) {
      const change = { action: 'postback.resume-host', subjectId: workspaceId, details: { origin } };
      await recordChange(executor, workspaceId, actor, change);
    }
    return { resumed };
  });
}
