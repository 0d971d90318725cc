import type { Domain } from '@waypost/contract/domains.ts';
import type { DomainRow } from '../../store/domains.ts';

export function presentDomain(row: DomainRow): Domain {
  return {
    ...row,
    checkedAt: row.checkedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}
