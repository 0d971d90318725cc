import type { AttentionItem } from '@waypost/contract/attention.ts';

/** As receivers are told of it. */
export type NotifiedAlert = AttentionItem & {
  /** Of the occurrence: its beginning and its end have the same. */
  id: string;
  openedAt: string;
  recoveredAt: string | null;
};

/** What webhooks get, and mails are written from. */
export type AlertMessage = {
  id: string;
  type: 'alerts.changed' | 'alerts.test';
  data: { workspace: { id: string; name: string }; opened: NotifiedAlert[]; recovered: NotifiedAlert[] };
};
