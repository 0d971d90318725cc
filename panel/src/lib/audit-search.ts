/** What the audit log shows, as its address says it. */
export type AuditSearch = {
  /** Somebody's id, or a kind of actor. */
  actor?: string;
  /** A kind of action, such as campaign, or one of them. */
  action?: string;
  subjectId?: string;
  range?: string;
  /** The entry that is opened. */
  open?: string;
};

const names = ['actor', 'action', 'subjectId', 'range', 'open'] as const;

export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const read: AuditSearch = {};
  for (const name of names) {
    const value = search[name];
    if (typeof value === 'string' && value !== '') read[name] = value;
  }
  return read;
}
