import type { Domain } from '@waypost/contract/domains.ts';
import { findDomain } from '../../store/domains.ts';
import type { WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { getRecord } from '../records/get-record.ts';
import { domainRecord } from './domain-record.ts';
import { presentDomain } from './present-domain.ts';

export async function getDomain(context: WorkspaceContext, id: string): Promise<Domain> {
  requirePermission(context.actor, 'domains.read');
  return presentDomain(await getRecord(context, domainRecord, id, findDomain));
}
