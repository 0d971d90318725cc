import { inboxVerdicts, type InboxVerdict } from '@waypost/contract/inbox-verdicts.ts';

/** In a word or two; nobody has looked at what has none yet. */
export function formatVerdict(verdict: string | null): string {
  return inboxVerdicts[(verdict ?? 'waiting') as InboxVerdict];
}
