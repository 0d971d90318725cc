import type { AttentionItem } from '@waypost/contract/attention.ts';

export type NotifiedAlert = AttentionItem & {
  /** Identifies the occurrence: the opening and the recovery message have the same id. */
  id: string;
  openedAt: string;
  recoveredAt: string | null;
};

export type AlertMessage = {
  id: string;
  type: 'alerts.changed' | 'alerts.test';
  data: { workspace: { id: string; name: string }; opened: NotifiedAlert[]; recovered: NotifiedAlert[] };
};
