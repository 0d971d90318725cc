import { capitalize } from './capitalize.ts';
import { WaypostApiError } from '../../../client/waypost-panel-client.ts';
import { LostResponseError } from './lost-response-error.ts';

export type FieldIssues = Readonly<Record<string, string>>;

type DescribedError = { message: string; requestId: string | undefined; fields: FieldIssues };

export function describeError(error: unknown): DescribedError {
  if (error instanceof WaypostApiError)
    return { message: sentence(error), requestId: error.requestId, fields: readIssues(error.details) };
  return { message: describeLoss(error), requestId: undefined, fields: {} };
}

/**
 * Describes a lost connection. The message does not claim that the request failed, because the server may have carried
 * it out before the connection was lost.
 */
function describeLoss(error: unknown): string {
  const message = 'Can’t reach the server.';
  if (!(error instanceof LostResponseError)) return 'The response was incomplete. Try again.';
  if (error.asked === 'nothing') return message;
  return error.asked === 'change once'
    ? `${message} Your change may or may not have been saved. You can safely try again; the change won’t be applied twice.`
    : `${message} Your change may or may not have been saved. Check before you try again.`;
}

function sentence({ message, retryAfterSeconds }: WaypostApiError): string {
  const text = capitalize(message);
  const ended = /[.!?]$/.test(text) ? text : `${text}.`;
  return retryAfterSeconds === undefined ? ended : `${ended} Try again in ${formatWait(retryAfterSeconds)}.`;
}

function formatWait(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

function readIssues(details: object): FieldIssues {
  const { issues } = details as { issues?: unknown };
  if (!Array.isArray(issues)) return {};
  const pairs = (issues as { path?: unknown; message?: unknown }[]).flatMap(({ path, message }) =>
    typeof path === 'string' && typeof message === 'string' ? [[path, capitalize(message)] as const] : [],
  );
  return Object.fromEntries(pairs);
}

type NamedRecord = { type: string; id: string; name: string };

/** Returns the records that could not be changed, each with the records that prevent the change. */
export function readBlocked(error: unknown): (NamedRecord & { by: NamedRecord[] })[] {
  const { blocked } = (error instanceof WaypostApiError ? error.details : {}) as {
    blocked?: (NamedRecord & { by: NamedRecord[] })[];
  };
  return blocked ?? [];
}
