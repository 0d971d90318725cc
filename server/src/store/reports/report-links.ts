import type { MemberRole } from '@waypost/contract/accounts/access.ts';
import type { SavedDefinition } from '@waypost/contract/reports/saved-reports.ts';
import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

export type ReportLinkRow = {
  id: string;
  savedReportId: string;
  reportName: string;
  // Owner of the saved report.
  ownerId: string;
  creatorId: string;
  creatorEmail: string;
  label: string;
  allowsDownload: boolean;
  createdAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  uses: string;
  // True if the creator may still share the report.
  isBacked: boolean;
};

type NewReportLink = Pick<
  ReportLinkRow,
  'id' | 'savedReportId' | 'creatorId' | 'label' | 'allowsDownload' | 'createdAt' | 'expiresAt'
> & { tokenHash: Buffer };

export async function insertReportLink(
  executor: Executor,
  workspaceId: string,
  link: NewReportLink,
): Promise<void> {
  await executor
    .insertInto('report_links')
    .values({
      id: link.id,
      workspace_id: workspaceId,
      saved_report_id: link.savedReportId,
      creator_id: link.creatorId,
      label: link.label,
      token_hash: link.tokenHash,
      allows_download: link.allowsDownload,
      created_at: link.createdAt,
      expires_at: link.expiresAt,
    })
    .execute();
}

// Condition that the creator of a link is a member with one of the roles and can see the report.
const isBacked = (roles: readonly MemberRole[]) =>
  sql<boolean>`(member.role = ANY(${[...roles]}::text[]) AND (report.is_shared OR report.owner_id = link.creator_id))`;

const linksWithReports = sql`report_links AS link
  JOIN saved_reports AS report ON report.id = link.saved_report_id AND report.workspace_id = link.workspace_id
  JOIN memberships AS member ON member.workspace_id = link.workspace_id AND member.user_id = link.creator_id
  JOIN users ON users.id = link.creator_id`;

// Lists the links of the workspace. `userId` limits them to links that the person created and links to their reports.
export async function listReportLinkRows(
  executor: Executor,
  workspaceId: string,
  { roles, userId, id }: { roles: readonly MemberRole[]; userId?: string | undefined; id?: string },
): Promise<ReportLinkRow[]> {
  const { rows } = await sql<ReportLinkRow>`
    SELECT link.id, link.saved_report_id AS "savedReportId", report.name AS "reportName",
      report.owner_id AS "ownerId", link.creator_id AS "creatorId", users.email AS "creatorEmail", link.label,
      link.allows_download AS "allowsDownload", link.created_at AS "createdAt", link.expires_at AS "expiresAt",
      link.revoked_at AS "revokedAt", link.last_used_at AS "lastUsedAt", link.uses, ${isBacked(roles)} AS "isBacked"
    FROM ${linksWithReports}
    WHERE link.workspace_id = ${workspaceId}
      AND (${userId ?? null}::uuid IS NULL OR link.creator_id = ${userId ?? null}::uuid
        OR report.owner_id = ${userId ?? null}::uuid)
      AND (${id ?? null}::uuid IS NULL OR link.id = ${id ?? null}::uuid)`.execute(executor);
  return rows;
}

export async function countReportLinks(executor: Executor, workspaceId: string, now: Date): Promise<number> {
  const { count } = await executor
    .selectFrom('report_links')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(count);
}

// Returns false if the link was revoked before.
export async function markReportLinkRevoked(
  executor: Executor,
  workspaceId: string,
  { id, now }: { id: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await executor
    .updateTable('report_links')
    .set({ revoked_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type OpenedReportLink = {
  id: string;
  workspaceId: string;
  label: string;
  allowsDownload: boolean;
  expiresAt: Date;
  name: string;
  question: SavedDefinition;
};

// Finds a link that works and counts its use, in one statement, so that a revoked link is never opened.
export async function openReportLinkRow(
  executor: Executor,
  tokenHash: Buffer,
  { now, roles }: { now: Date; roles: readonly MemberRole[] },
): Promise<OpenedReportLink | undefined> {
  const { rows } = await sql<OpenedReportLink>`
    UPDATE report_links AS link SET uses = link.uses + 1, last_used_at = ${now}
    FROM saved_reports AS report, memberships AS member
    WHERE link.token_hash = ${tokenHash} AND link.revoked_at IS NULL AND link.expires_at > ${now}
      AND report.id = link.saved_report_id AND report.workspace_id = link.workspace_id
      AND member.workspace_id = link.workspace_id AND member.user_id = link.creator_id AND ${isBacked(roles)}
    RETURNING link.id, link.workspace_id AS "workspaceId", link.label, link.allows_download AS "allowsDownload",
      link.expires_at AS "expiresAt", report.name, report.question`.execute(executor);
  return rows[0];
}

export async function deleteOldReportLinks(executor: Executor, before: Date): Promise<number> {
  const { numDeletedRows } = await executor
    .deleteFrom('report_links')
    .where((link) => link.or([link('expires_at', '<', before), link('revoked_at', '<', before)]))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
