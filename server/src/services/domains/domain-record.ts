import type { RecordKind } from '../records/record-kind.ts';

export const domainRecord: RecordKind = {
  table: 'domains',
  name: 'domain',
  touched: (domainIds) => ({ domainIds }),
};
