export type AuditSearch = {
  actor?: string;
  /** Action such as `campaign.update`, or a group of actions such as `campaign`. */
  action?: string;
  subjectId?: string;
  range?: string;
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
