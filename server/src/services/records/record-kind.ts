import { recordNameLength } from '@waypost/contract/text.ts';
import { WaypostError } from '../../platform/errors.ts';
import type { ChangedRecords } from '../../store/publishing/publish-requests.ts';
import type { ListedType } from '../../store/records/record-versions.ts';
import type { RecordTable } from '../../store/records/records.ts';

export type RecordKind = {
  table: RecordTable;
  /** Name in the audit log and in error details, such as `traffic-source`. */
  name: string;
  history?: ListedType;
  touched?: (ids: string[]) => ChangedRecords;
};

export function labelOf(kind: { name: string }): string {
  return kind.name.replaceAll('-', ' ');
}

export function buildCopyName(name: string): string {
  const ending = ' (copy)';
  return `${Array.from(name)
    .slice(0, recordNameLength - ending.length)
    .join('')}${ending}`;
}

/** Throws the same error for records of other workspaces and for records that do not exist. */
export function refuseMissing(label: string): never {
  throw new WaypostError('NOT_FOUND', describeMissing(label));
}

export function describeMissing(label: string): string {
  return `${label.slice(0, 1).toUpperCase()}${label.slice(1)} not found`;
}

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
  const label = record.type.replaceAll('-', ' ');
  refuseBlocked('archived', `The ${label} is archived. Restore it first.`, [{ ...record, by: [] }]);
}
