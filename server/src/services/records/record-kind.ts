import { WaypostError } from '../../platform/errors.ts';
import type { Touched } from '../../store/publish-requests.ts';
import type { ArchivableTable } from '../../store/records.ts';

/** What the verbs that all records share need to know of one kind of them. */
export type RecordKind = {
  table: ArchivableTable;
  /** As lines of the audit log and refusals name it, such as `traffic-source`. */
  name: string;
  /** What has to be published anew after such records changed; nothing where it is left out. */
  touched?: (ids: string[]) => Touched;
};

/** How sentences name it. */
export function labelOf(kind: { name: string }): string {
  return kind.name.replaceAll('-', ' ');
}

/** A record of another workspace is one that does not exist. */
export function refuseMissing(label: string): never {
  throw new WaypostError('NOT_FOUND', `there is no such ${label}`);
}
