import { forgetDomainChecks } from '../../store/domains.ts';
import type { WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { restoreRecords } from '../records/restore-records.ts';
import { domainRecord } from './domain-record.ts';

/** They have to be checked anew: the host may be somebody else's by now. */
export async function restoreDomains(
  context: WorkspaceContext,
  input: unknown,
): Promise<{ restored: number }> {
  requirePermission(context.actor, 'domains.write');
  const record = { ...domainRecord, prepare: forgetDomainChecks };
  return { restored: await restoreRecords(context, record, input) };
}
