import { WaypostApiError } from '../../../client/waypost-panel-client.ts';
import { LostAnswer } from './lost-answer.ts';

export type FieldIssues = Readonly<Record<string, string>>;

/** What went wrong, in the words of a person, with the id that finds it in the logs. */
type DescribedError = { message: string; requestId: string | undefined; fields: FieldIssues };

export function describeError(error: unknown): DescribedError {
  if (error instanceof WaypostApiError)
    return { message: sentence(error), requestId: error.requestId, fields: readIssues(error.details) };
  return { message: describeLoss(error), requestId: undefined, fields: {} };
}

/** Only what is known: a server that does not answer may have done what it was asked. */
function describeLoss(error: unknown): string {
  const begun = 'The server could not be reached';
  if (!(error instanceof LostAnswer)) return 'The answer of the server did not come to its end.';
  if (error.asked === 'nothing') return `${begun}.`;
  return error.asked === 'change once'
    ? `${begun}, and your change may or may not have been made. You can safely try again: it will not be made twice.`
    : `${begun}, and your change may or may not have been made. Check before you try again.`;
}

function sentence({ message, retryAfterSeconds }: WaypostApiError): string {
  const begun = capitalize(message);
  const ended = /[.!?]$/.test(begun) ? begun : `${begun}.`;
  return retryAfterSeconds === undefined ? ended : `${ended} Try again in ${inWords(retryAfterSeconds)}.`;
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function inWords(seconds: number): string {
  if (seconds < 90) return `${seconds} s`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

/** The server's remarks by the fields they are about. */
function readIssues(details: object): FieldIssues {
  const { issues } = details as { issues?: unknown };
  if (!Array.isArray(issues)) return {};
  const pairs = (issues as { path?: unknown; message?: unknown }[]).flatMap(({ path, message }) =>
    typeof path === 'string' && typeof message === 'string' ? [[path, capitalize(message)] as const] : [],
  );
  return Object.fromEntries(pairs);
}

type NamedRecord = { type: string; id: string; name: string };

/** What is in the way of a change, by the records that it was to change. */
export function readBlocked(error: unknown): (NamedRecord & { by: NamedRecord[] })[] {
  const { blocked } = (error instanceof WaypostApiError ? error.details : {}) as {
    blocked?: (NamedRecord & { by: NamedRecord[] })[];
  };
  return blocked ?? [];
}
