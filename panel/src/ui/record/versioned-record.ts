import type { RecordVersionDetail, RecordVersionPage } from '../../lib/api/api.ts';
import type { NamedRecordType } from '../../lib/records/named-records.ts';

type RequestOptions = { signal: AbortSignal };
export type VersionsRequest = RequestOptions & { query: { limit: number; cursor?: string | undefined } };

export type VersionedRecord<Written extends { version: number }> = {
  thing: string;
  record: { id: string; version: number; status: string };
  references: readonly NamedRecordType[];
  list: (request: VersionsRequest) => Promise<RecordVersionPage>;
  get: (version: number, request: RequestOptions) => Promise<RecordVersionDetail>;
  /** Restores a version; undefined without permission. */
  putBack: ((version: number) => Promise<Written & { changed: boolean }>) | undefined;
  onPutBack: (written: Written & { changed: boolean }) => void;
};
