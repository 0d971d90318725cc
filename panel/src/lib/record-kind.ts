import type { Permission, WaypostPanelClient } from '../../../client/waypost-panel-client.ts';
import type { ListRequest } from './use-record-list.ts';
import { useWorkspace } from './current-workspace.ts';

/** What every record has that people look after. */
export type SomeRecord = { id: string; name: string; status: string; version: number; createdAt: string };

type NamedRecords = { records: { id: string; version: number }[] };
type ChangedRecords = { records: { id: string; version: number; status: string }[] };
type ListPage<Row> = { items: Row[]; meta: { total: number | null; nextCursor: string | null } };

/** What screens of one kind of record have in common: where they are and what they ask. */
export type RecordKind<Row extends SomeRecord> = {
  /** In addresses, in keys of queries, and in what people choose: such as offers. */
  thing: string;
  /** Such as offer. */
  one: string;
  /** Such as Offers. */
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

/** The key of everything that was asked about records of a kind: a change makes all of it old. */
export function useKindKey(thing: string): readonly [string, string] {
  const { workspace } = useWorkspace();
  return [workspace.id, thing];
}
