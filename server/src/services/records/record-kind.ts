import { recordNameLength } from '@waypost/contract/text.ts';
import { WaypostError } from '../../platform/errors.ts';
import type { Touched } from '../../store/publishing/publish-requests.ts';
import type { ListedType } from '../../store/records/record-versions.ts';
import type { RecordTable } from '../../store/records/records.ts';

/** What the verbs that all records share need to know of one kind of them. */
export type RecordKind = {
  table: RecordTable;
  /** As lines of the audit log and refusals name it, such as `traffic-source`. */
  name: string;
  /** Where what such records were is kept, version by version. */
  history?: ListedType;
  /** What has to be published anew after such records changed; nothing where it is left out. */
  touched?: (ids: string[]) => Touched;
};

/** How sentences name it. */
export function labelOf(kind: { name: string }): string {
  return kind.name.replaceAll('-', ' ');
}

/** What a duplicate is called where nobody says. */
export function nameOfCopy(name: string): string {
  const ending = ' (copy)';
  return `${Array.from(name)
    .slice(0, recordNameLength - ending.length)
    .join('')}${ending}`;
}

/** A record of another workspace is one that does not exist. */
export function refuseMissing(label: string): never {
  throw new WaypostError('NOT_FOUND', `there is no such ${label}`);
}

export type NamedRecord = { type: string; id: string; name: string };

/** A record that cannot change its state, and the records that keep it from that. */
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

/** A change of a record that is archived. */
export function refuseArchived(record: NamedRecord): never {
  const label = record.type.replaceAll('-', ' ');
  refuseBlocked('archived', `the ${label} is archived: restore it first`, [{ ...record, by: [] }]);
}
