import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  downloadReportLink,
  openReportLink,
  sharedRowsMax,
  type LinkContext,
} from '../../services/report-links/open-report-link.ts';
import { sharedReportsPath } from '../../services/report-links/report-links.ts';
import { RateLimiter } from '../../services/rate-limits/rate-limiter.ts';
import { sendError, toWaypostError } from '../error-handler.ts';
import type { PanelAccess } from '../panel-api/operation.ts';
import { sendFile } from '../panel-api/send-file.ts';
import { untilClosed } from '../plugins/until-closed.ts';
import { renderMessage, renderSharedReport } from './render-shared-report.ts';

const policy =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const stylesheet = `${sharedReportsPath}.css`;
const firstRowMax = 1_000_000;
// For all visitors of a link together. A page runs up to five queries.
const rates = { perMinute: 30, burst: 30 };

// Serves the pages of share links. They use no cookies, and a person who is signed in sees the same page.
export function serveSharedReports(server: FastifyInstance, base: PanelAccess['base']): void {
  const styles = readFileSync(new URL('shared-report.css', import.meta.url), 'utf8');
  const limiter = new RateLimiter(base.database, rates);
  const contextOf = ({ ip }: FastifyRequest): LinkContext => ({
    ...base,
    actor: { type: 'system', label: 'share link' },
    address: ip,
    userAgent: '',
    takeRate: (linkId) => limiter.take(linkId),
  });
  const options = { errorHandler: sendProblem };
  server.get(stylesheet, (_, reply) => guard(reply).type('text/css; charset=utf-8').send(styles));
  server.get(`${sharedReportsPath}/:token`, options, async (request, reply) => {
    guard(reply);
    const firstRow = readFirstRow(request);
    const { path, token } = addressOf(request);
    const { view, allowsDownload, expiresAt } = await openReportLink(contextOf(request), token, {
      firstRow,
      signal: untilClosed(reply),
    });
    const page = renderSharedReport(view, {
      stylesheet,
      file: allowsDownload ? `${path}/report.csv` : undefined,
      pageOf: (row) => (row === 0 ? path : `${path}?row=${row}`),
      rowsPerPage: sharedRowsMax,
      expiresAt,
    });
    return await reply.type('text/html; charset=utf-8').send(page);
  });
  server.get(`${sharedReportsPath}/:token/report.csv`, options, async (request, reply) => {
    guard(reply);
    const { token } = addressOf(request);
    const file = await downloadReportLink(contextOf(request), token, untilClosed(reply));
    return await sendFile(request, reply, file, 'csv');
  });
}

function addressOf({ params }: FastifyRequest): { path: string; token: string } {
  const { token } = params as { token: string };
  return { token, path: `${sharedReportsPath}/${encodeURIComponent(token)}` };
}

function readFirstRow({ query }: FastifyRequest): number {
  const { row } = query as Record<string, unknown>;
  const number = typeof row === 'string' && /^\d{1,7}$/.test(row) ? Number(row) : 0;
  return Math.min(number, firstRowMax);
}

function guard(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    'cache-control': 'no-store',
  });
}

// Sends a page for every error. All links that do not work get the same page.
function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  guard(reply);
  const known = toWaypostError(error);
  const [title, text] =
    known.code === 'NOT_FOUND'
      ? [
          'Report not available',
          'The link is wrong, has expired or was revoked. Ask the sender for a new one.',
        ]
      : [
          'Report not shown',
          known.code === 'INTERNAL_ERROR' ? 'Something went wrong. Try again later.' : known.message,
        ];
  return sendError(known, request, reply, renderMessage(title, text, stylesheet));
}
