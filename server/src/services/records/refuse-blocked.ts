import { WaypostError } from '../../platform/errors.ts';
import { labelOf } from './label-of.ts';

export type NamedRecord = { type: string; id: string; name: string };

export type BlockedRecord = NamedRecord & { by: NamedRecord[] };

export function refuseBlocked(reason: string, message: string, blocked: BlockedRecord[]): never {
  const campaigns = blocked
    .flatMap((record) => [record, ...record.by])
    .filter(({ type }) => type === 'campaign');
  throw new WaypostError('CONFLICT', message, {
    reason,
    details: {
      blocked,
      ...(campaigns.length === 0 ? {} : { blockedCampaignIds: campaigns.map(({ id }) => id) }),
    },
  });
}

export function refuseArchived(record: NamedRecord): never {
  const label = labelOf({ name: record.type });
  refuseBlocked('archived', `The ${label} is archived. Restore it first.`, [{ ...record, by: [] }]);
}
