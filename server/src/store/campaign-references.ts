import type { DomainVerification } from '@waypost/contract/domains.ts';
import type { RecordStatus } from '@waypost/contract/records.ts';
import type { Executor } from './database.ts';
import { isOneOf } from './record-filter.ts';

export type SourceReference = { id: string; name: string; status: RecordStatus };
export type RotatorReference = { id: string; name: string; status: RecordStatus };
export type DomainReference = {
  id: string;
  host: string;
  status: RecordStatus;
  verification: DomainVerification;
};

export type CampaignReferences = {
  sources: Map<string, SourceReference>;
  rotators: Map<string, RotatorReference>;
  domains: Map<string, DomainReference>;
};

/**
 * What campaigns refer to, kept from being archived until the transaction ends: whoever archives one of them waits, and
 * then sees the campaign.
 */
export async function holdCampaignReferences(
  executor: Executor,
  workspaceId: string,
  wanted: { sourceIds: string[]; rotatorIds: string[]; domainIds: string[] },
): Promise<CampaignReferences> {
  const { sourceIds, rotatorIds, domainIds } = wanted;
  const hold = (table: 'traffic_sources' | 'rotators', ids: string[]) =>
    executor
      .selectFrom(table)
      .select(['id', 'name', 'status'])
      .where('workspace_id', '=', workspaceId)
      .where(isOneOf(ids))
      .orderBy('id')
      .forShare()
      .execute();
  const sources = sourceIds.length === 0 ? [] : await hold('traffic_sources', sourceIds);
  const rotators = rotatorIds.length === 0 ? [] : await hold('rotators', rotatorIds);
  const domains =
    domainIds.length === 0
      ? []
      : await executor
          .selectFrom('domains')
          .select(['id', 'host', 'status', 'verification'])
          .where('workspace_id', '=', workspaceId)
          .where(isOneOf(domainIds))
          .orderBy('id')
          .forShare()
          .execute();
  return { sources: byId(sources), rotators: byId(rotators), domains: byId(domains) };
}

function byId<Row extends { id: string }>(rows: Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
