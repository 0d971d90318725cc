import { noId } from '../domain/traffic/cells.ts';
import { WaypostError } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';

/** How to speak to whoever asked for too much. */
export type RequestKind = {
  /** Such as `the report`. */
  what: string;
  /** What makes it smaller, as a request. */
  narrow: string;
  /** The parameter that usually makes it so large. */
  parameter: string;
};

export const reportRequest: RequestKind = {
  what: 'the report',
  narrow: 'ask for a shorter time, fewer dimensions, or add a filter such as campaign',
  parameter: 'dimensions',
};

export const eventsRequest: RequestKind = {
  what: 'the list',
  narrow: 'ask for a shorter time, or add a filter such as campaignId or type',
  parameter: 'from',
};

/** How many groups a report on a page may have; files may have more. */
export const groupsMax = 2_000_000;

/** The question is at fault: `how` says in what, and the answer what to do about it. */
export function tooMuch(
  { what, narrow, parameter }: RequestKind,
  how: string,
  cause?: unknown,
): WaypostError {
  const message = `${what} ${how}: ${narrow}`;
  const issues = [{ path: parameter, message }];
  return new WaypostError('VALIDATION_FAILED', message, { details: { issues }, cause });
}

export function tooManyGroups(asked: RequestKind, cause?: unknown): WaypostError {
  return tooMuch(asked, `has more than ${groupsMax} rows`, cause);
}

/** The store is there and gave up on the question: to ask the same again soon would only load it once more. */
export function takesTooLong({ what, narrow }: RequestKind, cause: unknown): WaypostError {
  const details = { reason: 'too-heavy' };
  return new WaypostError('SERVICE_UNAVAILABLE', `${what} takes too long: ${narrow}`, { details, cause });
}

export function unreadableNow(cause: unknown): WaypostError {
  return new WaypostError('SERVICE_UNAVAILABLE', 'the recorded traffic cannot be read at the moment', {
    cause,
  });
}

/** Rows that belong to nobody have the id of zeros for their workspace: nobody may ask for them. */
export function requireWorkspace(workspaceId: string): void {
  if (!isId(workspaceId) || workspaceId === noId) throw new Error('this is no workspace');
}
