import type { Executor } from '../../store/database/database.ts';
import { listOfferRows, lockOffersAndOverflows } from '../../store/records/offers.ts';
import { shareLockRecords } from '../../store/records/records.ts';
import { affiliateNetworkRecord } from '../affiliate-networks/affiliate-networks.ts';
import type { WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { refuseBlocked, type NamedRecord } from '../records/refuse-blocked.ts';
import type { RecordKind } from '../records/record-kind.ts';
import { restoreRecords } from '../records/restore-records.ts';
import { offerRecord } from './offers.ts';

/** Restores offers. Fails if the network or fallback of an offer is archived and not restored by the same call. */
export async function restoreOffers(
  context: WorkspaceContext,
  input: unknown,
): Promise<{ restored: number }> {
  requirePermission(context.actor, 'offers.write');
  const record = { ...offerRecord, lockFirst: lockOffersAndOverflows, prepare: refuseArchivedReferences };
  return { restored: await restoreRecords(context, record, input) };
}

async function refuseArchivedReferences(
  executor: Executor,
  workspaceId: string,
  ids: string[],
): Promise<void> {
  const offers = await listOfferRows(
    executor,
    workspaceId,
    { ids, includeArchived: true },
    { limit: ids.length },
  );
  const listArchived = async (kind: RecordKind, wanted: string[]): Promise<[string, NamedRecord][]> => {
    const locked = await shareLockRecords(executor, kind.table, workspaceId, wanted);
    return locked
      .filter(({ isArchived }) => isArchived)
      .map(({ id, name }) => [id, { type: kind.name, id, name }]);
  };
  const overflowIds = offers.flatMap(({ overflowOfferId }) => overflowOfferId ?? []);
  const networkIds = offers.flatMap(({ affiliateNetworkId }) => affiliateNetworkId ?? []);
  const archived = new Map([
    ...(await listArchived(
      offerRecord,
      overflowIds.filter((id) => !ids.includes(id)),
    )),
    ...(await listArchived(affiliateNetworkRecord, networkIds)),
  ]);
  const blocked = offers.flatMap(({ id, name, affiliateNetworkId, overflowOfferId }) => {
    const references = [affiliateNetworkId ?? '', overflowOfferId ?? ''];
    const by = references.flatMap((reference) => archived.get(reference) ?? []);
    return by.length === 0 ? [] : [{ type: 'offer', id, name, by }];
  });
  if (blocked.length > 0)
    refuseBlocked(
      'archived',
      'The records that these offers refer to are archived. Restore them first.',
      blocked,
    );
}
