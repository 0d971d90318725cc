import { newId } from '../../platform/ids.ts';
import { issueToken } from '../../services/accounts/link-token.ts';
import type { WorkspaceContext } from '../../services/context.ts';
import { insertReportLink } from '../../store/reports/report-links.ts';

// Creates a share link that is valid for a day, and returns its ID.
export async function makeReportLink(
  context: WorkspaceContext,
  { savedReportId, creatorId }: { savedReportId: string; creatorId: string },
): Promise<string> {
  const [id, createdAt] = [newId(), context.now()];
  const expiresAt = new Date(createdAt.getTime() + 86_400_000);
  const { tokenHash } = issueToken();
  const link = { id, savedReportId, creatorId, tokenHash, label: 'L', allowsDownload: true };
  await context.database.asSystem((executor) =>
    insertReportLink(executor, context.workspaceId, { ...link, createdAt, expiresAt }),
  );
  return id;
}
