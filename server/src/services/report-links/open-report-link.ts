import { fileDefinitionForm } from '@waypost/contract/reports/report-forms.ts';
import { resolveSavedReport } from '../../domain/reports/resolve-saved-report.ts';
import { WaypostError } from '../../platform/errors.ts';
import { tryAgainIn } from '../../platform/try-again-in.ts';
import { findWorkspaceSettings } from '../../store/accounts/workspace-settings.ts';
import { openReportLinkRow, type OpenedReportLink } from '../../store/reports/report-links.ts';
import type { AnonymousContext } from '../accounts/account-context.ts';
import { openLink } from '../accounts/link-token.ts';
import { readInWorkspace, type WorkspaceContext } from '../context.ts';
import type { FileExport } from '../exports/csv-export.ts';
import { exportReport } from '../exports/export-report.ts';
import type { RateState } from '../rate-limits/rate-limiter.ts';
import { refuseMissing } from '../refuse-missing.ts';
import { presentReportView, type PresentedView } from '../reports/present-report-view.ts';
import { readReportView } from '../reports/read-report-view.ts';
import type { WithTraffic } from '../tools.ts';
import { publishingRoles } from './report-links.ts';

export type LinkContext = AnonymousContext &
  WithTraffic & { takeRate: (linkId: string) => Promise<RateState | undefined> };

export const sharedRowsMax = 100;

type SharedReport = { view: PresentedView; allowsDownload: boolean; expiresAt: Date };

// Reads the report of a link. All links that do not work are refused alike.
export async function openReportLink(
  context: LinkContext,
  token: string,
  { firstRow, signal }: { firstRow: number; signal?: AbortSignal },
): Promise<SharedReport> {
  const link = await findLink(context, token);
  const view = await readReportView(readerOf(context, link), link, {
    at: context.now(),
    limit: sharedRowsMax,
    offset: firstRow,
    signal,
  });
  const { allowsDownload, expiresAt } = link;
  return { view: presentReportView(view), allowsDownload, expiresAt };
}

// Exports all rows of the report. A link without downloads is refused like a link that does not exist.
export async function downloadReportLink(
  context: LinkContext,
  token: string,
  signal?: AbortSignal,
): Promise<FileExport> {
  const link = await findLink(context, token);
  if (!link.allowsDownload) refuseMissing('share link');
  const reader = readerOf(context, link);
  const settings = await readInWorkspace(reader, 'lookup', (executor) =>
    findWorkspaceSettings(executor, link.workspaceId),
  );
  const { timezone } = settings ?? refuseMissing('workspace');
  const { definition } = resolveSavedReport(link.question, { timezone, at: context.now(), isSummary: false });
  return await exportReport(reader, definition, {
    form: fileDefinitionForm,
    headers: 'names',
    ...(signal === undefined ? {} : { signal }),
  });
}

async function findLink(context: LinkContext, token: string): Promise<OpenedReportLink> {
  const now = context.now();
  const link = await openLink(context, token, (executor, tokenHash) =>
    openReportLinkRow(executor, tokenHash, { now, roles: publishingRoles }),
  );
  if (link === undefined) refuseMissing('share link');
  const rate = await context.takeRate(link.id);
  if (rate?.allowed === false) throw tooManyViews(rate.retryAfterSeconds);
  return link;
}

function tooManyViews(retryAfter: number): WaypostError {
  const details = { reason: 'too-many-requests', retryAfter };
  return new WaypostError('RATE_LIMITED', `This report was opened too often. ${tryAgainIn(retryAfter)}`, {
    details,
  });
}

function readerOf(
  { database, now, traffic }: LinkContext,
  { workspaceId, id, label }: OpenedReportLink,
): WorkspaceContext & WithTraffic {
  const actor = { type: 'reader', id, label: `Share link “${label}”` } as const;
  return { database, now, traffic, workspaceId, actor };
}
