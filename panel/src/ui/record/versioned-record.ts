import type { RecordVersionDetail, RecordVersionPage } from '../../lib/api.ts';
import type { NamedRecordType } from '../../lib/named-records.ts';

type Asked = { signal: AbortSignal };
export type VersionsRequest = Asked & { query: { limit: number; cursor?: string | undefined } };

/** A record whose versions are shown, and how they are asked for. */
export type VersionedRecord<Written extends { version: number }> = {
  /** The name of its list, such as campaigns. */
  thing: string;
  record: { id: string; version: number; status: string };
  /** The kinds of records that its versions name by their ids. */
  references: readonly NamedRecordType[];
  list: (asked: VersionsRequest) => Promise<RecordVersionPage>;
  get: (version: number, asked: Asked) => Promise<RecordVersionDetail>;
  /** Undefined where the person may not. */
  putBack: ((version: number) => Promise<Written & { changed: boolean }>) | undefined;
  onPutBack: (written: Written & { changed: boolean }) => void;
};
