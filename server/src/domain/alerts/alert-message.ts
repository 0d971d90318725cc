import type { AttentionItem } from '@waypost/contract/attention.ts';

/** Alert as it is sent to receivers. */
export type NotifiedAlert = AttentionItem & {
  /** Identifies the occurrence: the opening and the recovery message have the same id. */
  id: string;
  openedAt: string;
  recoveredAt: string | null;
};

/** Body of webhooks, and the data that emails are rendered from. */
export type AlertMessage = {
  id: string;
  type: 'alerts.changed' | 'alerts.test';
  data: { workspace: { id: string; name: string }; opened: NotifiedAlert[]; recovered: NotifiedAlert[] };
};
