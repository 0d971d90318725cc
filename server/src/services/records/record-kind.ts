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
