import { WaypostError } from '../../platform/errors.ts';

export type NamedRecord = { type: string; id: string; name: string };

/** A record that cannot change its state, and the records that keep it from that. */
export type BlockedRecord = NamedRecord & { by: NamedRecord[] };

export function refuseBlocked(message: string, blocked: BlockedRecord[]): never {
  const campaigns = blocked
    .flatMap((record) => [record, ...record.by])
    .filter(({ type }) => type === 'campaign');
  throw new WaypostError('CONFLICT', message, {
    details: {
      blocked,
      ...(campaigns.length === 0 ? {} : { blockedCampaignIds: campaigns.map(({ id }) => id) }),
    },
  });
}

/** A change of a record that is archived. */
export function refuseArchived(record: NamedRecord): never {
  const label = record.type.replaceAll('-', ' ');
  refuseBlocked(`the ${label} is archived: restore it first`, [{ ...record, by: [] }]);
}
