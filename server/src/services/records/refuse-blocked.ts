import { WaypostError } from '../../platform/errors.ts';

export type NamedRecord = { type: string; id: string; name: string };

/** A record that cannot change its state, and the records that keep it from that. */
export type BlockedRecord = NamedRecord & { by: NamedRecord[] };

export function refuseBlocked(message: string, blocked: BlockedRecord[]): never {
  const campaigns = blocked.flatMap(({ by }) => by.filter(({ type }) => type === 'campaign'));
  throw new WaypostError('CONFLICT', message, {
    details: {
      blocked,
      ...(campaigns.length === 0 ? {} : { blockedCampaignIds: campaigns.map(({ id }) => id) }),
    },
  });
}
