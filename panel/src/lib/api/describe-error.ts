import { capitalize } from '@waypost/contract/values/capitalize.ts';
import { WaypostApiError } from '../../../../client/waypost-panel-client.ts';
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

/** Capitalizes the server's message and ends it with a period. */
function sentence({ message }: WaypostApiError): string {
  const text = capitalize(message);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function readIssues(details: object): FieldIssues {
  const { issues } = details as { issues?: unknown };
  if (!Array.isArray(issues)) return {};
  const pairs = (issues as { path?: unknown; message?: unknown }[]).flatMap(({ path, message }) =>
    typeof path === 'string' && typeof message === 'string' ? [[path, capitalize(message)] as const] : [],
  );
  // Reversed, so that the first of several issues with a field is kept, as in the form's own validation.
  return Object.fromEntries(pairs.toReversed());
}

type RecordReference = { type: string; id: string; name: string };

/** Returns the records that could not be changed, each with the records that prevent the change. */
export function readBlocked(error: unknown): (RecordReference & { by: RecordReference[] })[] {
  const { blocked } = (error instanceof WaypostApiError ? error.details : {}) as {
    blocked?: (RecordReference & { by: RecordReference[] })[];
  };
  return blocked ?? [];
}
