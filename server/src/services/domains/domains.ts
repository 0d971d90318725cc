import { domainListQuery, hostName, type Domain } from '@waypost/contract/domains.ts';
import {
  findDomain,
  forgetDomainChecks,
  isHostVerified,
  listDomainRows,
  type DomainRow,
} from '../../store/records/domains.ts';
import { asSystem, type ServiceContext, type WorkspaceContext } from '../context.ts';
import { listRecordPage, type RecordPage } from '../record-lists/list-record-page.ts';
import { requirePermission } from '../permissions.ts';
import {
  archiveRecord,
  archiveRecords,
  campaignBlockers,
  type ArchivableRecord,
} from '../records/archive-records.ts';
import { getRecord } from '../records/get-record.ts';
import { restoreRecords } from '../records/restore-records.ts';

export const domainRecord: ArchivableRecord = {
  table: 'domains',
  name: 'domain',
  touched: (domainIds) => ({ domainIds }),
  listBlockers: campaignBlockers('domain_id'),
};

function presentDomain(row: DomainRow): Domain {
  return {
    ...row,
    checkedAt: row.checkedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

export async function getDomain(context: WorkspaceContext, id: string): Promise<Domain> {
  requirePermission(context.actor, 'domains.read');
  return presentDomain(await getRecord(context, domainRecord, id, findDomain));
}

export async function listDomains(context: WorkspaceContext, input: unknown): Promise<RecordPage<Domain>> {
  requirePermission(context.actor, 'domains.read');
  const kind = { table: 'domains', readRows: listDomainRows, present: presentDomain } as const;
  return await listRecordPage(context, kind, domainListQuery, input);
}

/** Refused while a campaign that is not archived uses it. Another workspace can have the host verified from then on. */
export async function archiveDomain(context: WorkspaceContext, id: string): Promise<void> {
  requirePermission(context.actor, 'domains.write');
  await archiveRecord(context, domainRecord, id);
}

export async function archiveDomains(context: WorkspaceContext, input: unknown): Promise<void> {
  requirePermission(context.actor, 'domains.write');
  await archiveRecords(context, domainRecord, input);
}

/** They have to be checked anew: the host may be somebody else's by now. */
export async function restoreDomains(
  context: WorkspaceContext,
  input: unknown,
): Promise<{ restored: number }> {
  requirePermission(context.actor, 'domains.write');
  const record = { ...domainRecord, prepare: forgetDomainChecks };
  return { restored: await restoreRecords(context, record, input) };
}

/**
 * Whether the installation answers for a host: the proxy in front asks before it gets a certificate for one. It asks
 * without a credential, and learns no more than that a visitor of the host could see.
 */
export async function isDomainOurs(
  context: ServiceContext,
  host: string,
  ownHosts: readonly string[],
): Promise<boolean> {
  const name = hostName.safeParse(host);
  if (ownHosts.includes(name.data ?? host.toLowerCase())) return true;
  return name.success && (await asSystem(context, (executor) => isHostVerified(executor, name.data)));
}
