import { memberRoles } from '@waypost/contract/accounts/access.ts';
import type { ListPage } from '@waypost/contract/api/paging.ts';
import {
  linkLifetimeDaysMax,
  newReportLink,
  reportLinkListQuery,
  reportLinksMax,
  type NewReportLinkUrl,
  type ReportLink,
} from '@waypost/contract/reports/report-links.ts';
import { readMoment } from '../../domain/calendar/read-moment.ts';
import { WaypostError } from '../../platform/errors.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { Executor } from '../../store/database/database.ts';
import {
  countReportLinks,
  deleteOldReportLinks,
  insertReportLink,
  listReportLinkRows,
  markReportLinkRevoked,
  type ReportLinkRow,
} from '../../store/reports/report-links.ts';
import { findSavedReport } from '../../store/records/saved-reports.ts';
import { findWorkspaceSettings } from '../../store/accounts/workspace-settings.ts';
import type { PersonActor } from '../accounts/account-context.ts';
import { issueToken } from '../accounts/link-token.ts';
import { recordChange } from '../audit/record-change.ts';
import {
  asSystem,
  inWorkspace,
  readInWorkspace,
  type ServiceContext,
  type WorkspaceContext,
} from '../context.ts';
import { listItems } from '../lists/list-items.ts';
import { invalidInput, parseInput } from '../parse-input.ts';
import { isAllowed, requirePermission } from '../permissions.ts';
import { refuseMissing } from '../refuse-missing.ts';
import type { WithAccounts } from '../tools.ts';

type PersonContext = WorkspaceContext & { actor: PersonActor };

export const tooManyLinks = `A workspace can have at most ${reportLinksMax} active share links. Revoke one first.`;

// Path of the page below the address of the panel.
export const sharedReportsPath = '/shared';

const dayMs = 86_400_000;
const keptDays = 90;

// Roles whose links work. A link stops working while its creator has another role.
export const publishingRoles = memberRoles.filter((role) =>
  isAllowed({ type: 'user', id: '', label: '', role }, 'reports.publish'),
);

const linkList = {
  name: 'report-links',
  query: reportLinkListQuery,
  idOf: ({ id }: ReportLink) => id,
  sorts: {
    createdAt: ({ createdAt }: ReportLink) => createdAt,
    expiresAt: ({ expiresAt }: ReportLink) => expiresAt,
    lastUsedAt: ({ lastUsedAt }: ReportLink) => lastUsedAt,
    label: ({ label }: ReportLink) => label.toLowerCase(),
  },
};

// Lists the caller's links and links to the caller's reports. Admins see all links of the workspace.
export async function listReportLinks(context: PersonContext, input: unknown): Promise<ListPage<ReportLink>> {
  requirePermission(context.actor, 'reports.publish');
  return await listItems(context, linkList, input, async ({ savedReportId, state }) => {
    const rows = await readInWorkspace(context, 'list', (executor) => readRows(executor, context));
    return rows
      .map((row) => presentLink(row, context))
      .filter((link) => savedReportId === undefined || link.savedReportId === savedReportId)
      .filter((link) => state === undefined || link.state === state);
  });
}

async function readRows(
  executor: Executor,
  { workspaceId, actor }: PersonContext,
  id?: string,
): Promise<ReportLinkRow[]> {
  const userId = isAllowed(actor, 'reports.manage-shared') ? undefined : actor.id;
  return await listReportLinkRows(executor, workspaceId, {
    roles: publishingRoles,
    userId,
    ...(id === undefined ? {} : { id }),
  });
}

function presentLink(row: ReportLinkRow, { actor, now }: PersonContext): ReportLink {
  const { creatorId, creatorEmail, isBacked, ownerId: _, ...link } = row;
  return {
    ...link,
    creator: { id: creatorId, email: creatorEmail },
    isMine: creatorId === actor.id,
    state:
      row.revokedAt !== null
        ? 'revoked'
        : row.expiresAt <= now()
          ? 'expired'
          : isBacked
            ? 'active'
            : 'suspended',
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    uses: Number(row.uses),
  };
}

// Creates a link to a report that the caller can see. Returns its URL, which cannot be read again.
export async function createReportLink(
  context: PersonContext & WithAccounts,
  input: unknown,
): Promise<NewReportLinkUrl> {
  const { workspaceId, actor } = context;
  requirePermission(actor, 'reports.publish');
  const { savedReportId, label, allowsDownload, ...lifetime } = parseInput(newReportLink, input);
  const { token, tokenHash } = issueToken();
  const [id, createdAt] = [newId(), context.now()];
  return await inWorkspace(context, async (executor) => {
    const report = await findSavedReport(executor, workspaceId, { id: savedReportId, userId: actor.id });
    if (report === undefined) refuseMissing('saved report');
    const expiresAt = await readExpiry(executor, workspaceId, lifetime, createdAt);
    if ((await countReportLinks(executor, workspaceId, createdAt)) >= reportLinksMax)
      throw new WaypostError('CONFLICT', tooManyLinks, { reason: 'too-many' });
    const link = { id, savedReportId, label: label ?? report.name, allowsDownload, createdAt, expiresAt };
    await insertReportLink(executor, workspaceId, { ...link, creatorId: actor.id, tokenHash });
    await recordChange(executor, workspaceId, actor, {
      action: 'report-link.create',
      subjectId: id,
      name: link.label,
      after: describeLink(link),
    });
    const [row = refuseMissing('share link')] = await readRows(executor, context, id);
    const url = `${context.accounts.panelUrl}${sharedReportsPath}/${token}`;
    return { ...presentLink(row, context), url };
  });
}

function describeLink({
  savedReportId,
  allowsDownload,
  expiresAt,
}: Pick<ReportLinkRow, 'savedReportId' | 'allowsDownload' | 'expiresAt'>) {
  return { savedReportId, allowsDownload, expiresAt: expiresAt.toISOString() };
}

// Returns the end of the link: after some days, or at the end of a day in the workspace's time zone.
async function readExpiry(
  executor: Executor,
  workspaceId: string,
  { lifetimeDays, expiresOn }: { lifetimeDays?: number | undefined; expiresOn?: string | undefined },
  now: Date,
): Promise<Date> {
  if ((lifetimeDays === undefined) === (expiresOn === undefined))
    throw invalidInput([{ path: 'lifetimeDays', message: 'must be set, or else expiresOn' }]);
  if (expiresOn === undefined) return new Date(now.getTime() + (lifetimeDays ?? 0) * dayMs);
  const settings = await findWorkspaceSettings(executor, workspaceId);
  const day = readMoment(expiresOn, settings?.timezone ?? 'UTC');
  const end = new Date(day?.lastMs ?? Number.NaN);
  const isValid = end > now && end.getTime() <= now.getTime() + (linkLifetimeDaysMax + 1) * dayMs;
  if (isValid) return end;
  const message = `must be from today to ${linkLifetimeDaysMax} days ahead`;
  throw invalidInput([{ path: 'expiresOn', message }]);
}

// Revokes a link from the next request on. Revoking it again changes nothing.
export async function revokeReportLink(context: PersonContext, id: string): Promise<ReportLink> {
  const { workspaceId, actor } = context;
  requirePermission(actor, 'reports.publish');
  return await inWorkspace(context, async (executor) => {
    const read = async () => (isId(id) ? await readRows(executor, context, id) : []);
    const [before = refuseMissing('share link')] = await read();
    if (await markReportLinkRevoked(executor, workspaceId, { id, now: context.now() }))
      await recordChange(executor, workspaceId, actor, {
        action: 'report-link.revoke',
        subjectId: id,
        name: before.label,
        before: describeLink(before),
      });
    const [after = before] = await read();
    return presentLink(after, context);
  });
}

// Deletes links some time after they ended.
export async function purgeReportLinks(context: ServiceContext): Promise<number> {
  requirePermission(context.actor, 'reports.deliver');
  const before = new Date(context.now().getTime() - keptDays * dayMs);
  return await asSystem(context, (executor) => deleteOldReportLinks(executor, before));
}
