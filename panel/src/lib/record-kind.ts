import type { Permission, WaypostPanelClient } from '../../../client/waypost-panel-client.ts';
import type { ListRequest } from './use-record-list.ts';
import { useWorkspace } from './current-workspace.ts';

export type SomeRecord = { id: string; name: string; status: string; version: number; createdAt: string };

type NamedRecords = { records: { id: string; version: number }[] };
type ChangedRecords = { records: { id: string; version: number; status: string }[] };
type ListPage<Row> = { items: Row[]; meta: { total: number | null; nextCursor: string | null } };

/** Shared configuration of the screens of one record type. */
export type RecordKind<Row extends SomeRecord> = {
  /** Plural in URLs and query keys, such as `offers`. */
  thing: string;
  /** Singular, such as `offer`. */
  one: string;
  /** Title, such as `Offers`. */
  many: string;
  mayAdd: Permission;
  mayChange: Permission;
  list: (
    api: WaypostPanelClient,
    query: ListRequest,
    options: { signal: AbortSignal },
  ) => Promise<ListPage<Row>>;
  archive: (api: WaypostPanelClient, body: NamedRecords) => Promise<ChangedRecords>;
  restore: (api: WaypostPanelClient, body: NamedRecords) => Promise<ChangedRecords>;
};

/** Query key prefix of a record type. Invalidated on every change. */
export function useKindKey(thing: string): readonly [string, string] {
  const { workspace } = useWorkspace();
  return [workspace.id, thing];
}
