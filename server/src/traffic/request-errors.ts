import { noId } from '../domain/traffic/cells.ts';
import { WaypostError } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';

export type RequestKind = {
  subject: string;
  advice: string;
  /** Parameter that usually makes the request too large. */
  parameter: string;
};

export const reportRequest: RequestKind = {
  subject: 'The report',
  advice: 'Request a shorter time range or fewer dimensions, or add a filter such as campaign.',
  parameter: 'dimensions',
};

export const eventsRequest: RequestKind = {
  subject: 'The event list',
  advice: 'Request a shorter time range, or add a filter such as campaignId or type.',
  parameter: 'from',
};

/** Maximum number of groups in a report. Exports may have more groups. */
export const groupsMax = 2_000_000;

export function requestTooLarge(
  { subject, advice, parameter }: RequestKind,
  problem: string,
  cause?: unknown,
): WaypostError {
  const message = `${subject} ${problem}. ${advice}`;
  const issues = [{ path: parameter, message }];
  return new WaypostError('VALIDATION_FAILED', message, { details: { issues }, cause });
}

export function tooManyGroups(request: RequestKind, cause?: unknown): WaypostError {
  return requestTooLarge(request, `has more than ${groupsMax} rows`, cause);
}

/**
 * Creates the error for a query that the store canceled. The reason tells clients not to retry soon, because a retry
 * would only add load.
 */
export function queryTimedOut({ subject, advice }: RequestKind, cause: unknown): WaypostError {
  const details = { reason: 'too-heavy' };
  return new WaypostError('SERVICE_UNAVAILABLE', `${subject} takes too long. ${advice}`, { details, cause });
}

export function trafficUnavailable(cause: unknown): WaypostError {
  return new WaypostError(
    'SERVICE_UNAVAILABLE',
    'Recorded traffic cannot be read right now. Try again shortly.',
    {
      cause,
    },
  );
}

/**
 * Throws if the ID is not a UUID or is the nil UUID. The nil UUID marks rows without an owner, which no request may
 * read.
 */
export function requireWorkspace(workspaceId: string): void {
  if (!isId(workspaceId) || workspaceId === noId) throw new Error('invalid workspace ID');
}
