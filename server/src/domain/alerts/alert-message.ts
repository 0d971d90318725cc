import type { AttentionItem } from '@waypost/contract/monitoring/attention.ts';

export type NotifiedAlert = AttentionItem & {
  /** ID of the alert. The message that opens an alert and the message about its recovery have the same ID. */
  id: string;
  openedAt: string;
  recoveredAt: string | null;
};

export type AlertMessage = {
  id: string;
  type: 'alerts.changed' | 'alerts.test';
  data: { workspace: { id: string; name: string }; opened: NotifiedAlert[]; recovered: NotifiedAlert[] };
};
