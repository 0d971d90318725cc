import type { DomainVerification } from '@waypost/contract/campaigns/domains.ts';
import type { RecordStatus } from '@waypost/contract/api/records.ts';
import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';
import { isOneOf } from './record-filter.ts';
import { shareLockRecords, type LockedRecord } from './records.ts';

type DomainReference = {
  id: string;
  host: string;
  status: RecordStatus;
  verification: DomainVerification;
};

export type CampaignReferences = {
  sources: Map<string, LockedRecord>;
  rotators: Map<string, LockedRecord>;
  domains: Map<string, DomainReference>;
};

/**
 * Keeps the records that campaigns refer to from being archived until the transaction ends. A concurrent request to
 * archive such a record waits and then sees the campaign.
 */
export async function lockCampaignReferences(
  executor: Executor,
  workspaceId: string,
  ids: { sourceIds: string[]; rotatorIds: string[]; domainIds: string[] },
): Promise<CampaignReferences> {
  const { sourceIds, rotatorIds, domainIds } = ids;
  const sources =
    sourceIds.length === 0 ? [] : await shareLockRecords(executor, 'traffic_sources', workspaceId, sourceIds);
  const rotators =
    rotatorIds.length === 0 ? [] : await shareLockRecords(executor, 'rotators', workspaceId, rotatorIds);
  if (rotators.length > 0) await lockPools(executor, workspaceId, rotatorIds);
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

// Locks everything in the rotators' pools. A change to a landing page looks up the campaigns that use the page. Without
// the lock, the change would miss a campaign that is being attached to the rotator, and the campaign would be compiled
// with old content.
async function lockPools(executor: Executor, workspaceId: string, rotatorIds: string[]): Promise<void> {
  const paths = sql`SELECT id FROM rotator_paths
    WHERE workspace_id = ${workspaceId} AND rotator_id IN (SELECT unnest(${rotatorIds}::uuid[])) AND deleted_at IS NULL`;
  await sql`SELECT id FROM landings WHERE workspace_id = ${workspaceId} AND id IN (
    SELECT landing_id FROM rotator_path_landings WHERE path_id IN (${paths})) ORDER BY id FOR SHARE`.execute(
    executor,
  );
  const pooled = sql`SELECT offer_id FROM rotator_path_offers WHERE path_id IN (${paths})`;
  const { rows } = await sql<{ networkId: string | null }>`
    SELECT affiliate_network_id AS "networkId" FROM offers WHERE workspace_id = ${workspaceId} AND (id IN (${pooled})
      OR id IN (SELECT overflow_offer_id FROM offers AS capped WHERE capped.id IN (${pooled}))) ORDER BY id FOR SHARE`.execute(
    executor,
  );
  const networkIds = rows.flatMap(({ networkId }) => networkId ?? []);
  if (networkIds.length > 0) await shareLockRecords(executor, 'affiliate_networks', workspaceId, networkIds);
}

function byId<Row extends { id: string }>(rows: Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
