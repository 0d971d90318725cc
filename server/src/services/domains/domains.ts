import { domainListQuery, hostName, type Domain } from '@waypost/contract/campaigns/domains.ts';
import {
  findDomain,
  resetDomainChecks,
  isHostVerified,
  listDomainRows,
  type DomainRow,
} from '../../store/records/domains.ts';
import { asSystem, type ServiceContext, type WorkspaceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { listRecordPage, type RecordPage } from '../lists/list-record-page.ts';
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

export async function listDomains(
  context: WorkspaceContext & WithTraffic,
  input: unknown,
): Promise<RecordPage<Domain>> {
  requirePermission(context.actor, 'domains.read');
  const kind = { table: 'domains', readRows: listDomainRows, present: presentDomain } as const;
  return await listRecordPage(context, kind, domainListQuery, input);
}

/**
 * Archives the domain, so that another workspace can verify the host. Fails if the domain is used by a campaign that is
 * not archived.
 */
export async function archiveDomain(context: WorkspaceContext, id: string): Promise<void> {
  requirePermission(context.actor, 'domains.write');
  await archiveRecord(context, domainRecord, id);
}

export async function archiveDomains(context: WorkspaceContext, input: unknown): Promise<void> {
  requirePermission(context.actor, 'domains.write');
  await archiveRecords(context, domainRecord, input);
}

/** Restores domains and clears the results of earlier checks, because the hosts may now have different owners. */
export async function restoreDomains(
  context: WorkspaceContext,
  input: unknown,
): Promise<{ restored: number }> {
  requirePermission(context.actor, 'domains.write');
  const record = { ...domainRecord, prepare: resetDomainChecks };
  return { restored: await restoreRecords(context, record, input) };
}

/**
 * Returns whether this installation serves the host. The reverse proxy asks before it requests a certificate. The proxy
 * has no credentials, so the answer reveals no more than a visit to the host would.
 */
export async function isServedHost(
  context: ServiceContext,
  host: string,
  ownHosts: readonly string[],
): Promise<boolean> {
  const name = hostName.safeParse(host);
  if (ownHosts.includes(name.data ?? host.toLowerCase())) return true;
  return name.success && (await asSystem(context, (executor) => isHostVerified(executor, name.data)));
}
