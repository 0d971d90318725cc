import { inboxVerdicts, type InboxVerdict } from '@waypost/contract/conversions/inbox-verdicts.ts';

export function formatVerdict(verdict: string | null): string {
  return inboxVerdicts[(verdict ?? 'waiting') as InboxVerdict];
}
