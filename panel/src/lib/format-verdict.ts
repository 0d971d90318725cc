import { inboxVerdicts, type InboxVerdict } from '@waypost/contract/inbox-verdicts.ts';

/** An entry without a verdict is waiting. */
export function formatVerdict(verdict: string | null): string {
  return inboxVerdicts[(verdict ?? 'waiting') as InboxVerdict];
}
