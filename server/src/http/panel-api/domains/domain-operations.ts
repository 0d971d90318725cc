import type { PanelOperation } from '../operation.ts';
import { archiveDomainOperation } from './archive-domain.ts';
import { checkDomainOperation } from './check-domain.ts';
import { createDomainOperation } from './create-domain.ts';
import { getDomainOperation } from './get-domain.ts';
import { listDomainsOperation } from './list-domains.ts';
import { restoreDomainsOperation } from './restore-domains.ts';

export const domainOperations: PanelOperation[] = [
  listDomainsOperation,
  createDomainOperation,
  getDomainOperation,
  checkDomainOperation,
  archiveDomainOperation,
  restoreDomainsOperation,
];
