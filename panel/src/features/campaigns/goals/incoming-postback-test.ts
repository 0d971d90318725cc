import type { EventTrial, InboxEntry } from '../../../lib/api/api.ts';
import { formatVerdict } from '../../../lib/format/format-verdict.ts';
import { goalsFormSchema, type GoalsValues } from './goals-form-schema.ts';

export type DraftRules = NonNullable<EventTrial['draft']>['rules'];

export type IncomingPostbackInput = { by: 'typed' | 'inbox'; url: string; body: string; inboxId: string };

/** Returns the rules in the editor as an API body, or undefined while they are invalid. */
export function draftRules(values: GoalsValues): DraftRules | undefined {
  const written = goalsFormSchema.write(values);
  const { data } = goalsFormSchema.schema.safeParse(written);
  return data === undefined ? undefined : (written.rules as DraftRules);
}

/** Returns the request for a test, or undefined if the rules are invalid or no postback is entered. */
export function buildTrial(
  campaignId: string,
  rules: DraftRules | undefined,
  { by, url, body, inboxId }: IncomingPostbackInput,
): EventTrial | undefined {
  if (rules === undefined) return undefined;
  const draft = { campaignId, rules };
  if (by === 'inbox') return inboxId === '' ? undefined : { inboxId, draft };
  if (url.trim() === '' && body.trim() === '') return undefined;
  const typed = url.trim() === '' ? '?' : url.trim();
  return { url: typed, campaignId, draft, ...(body.trim() === '' ? {} : { body }) };
}

const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'medium' });

export function formatInboxEntry({
  receivedAt,
  verdict,
  query,
  body,
}: Pick<InboxEntry, 'receivedAt' | 'verdict' | 'query' | 'body'>): string {
  const request = [query, body].filter((text) => text !== null && text !== '').join(' ');
  return `${exact.format(new Date(receivedAt))}, ${formatVerdict(verdict)}: ${request}`;
}
