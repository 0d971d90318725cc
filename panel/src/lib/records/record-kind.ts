import type { Permission, WaypostPanelClient } from '../../../../client/waypost-panel-client.ts';
import type { ListPage, ListRequest } from './use-record-list.ts';
import { useWorkspace } from '../api/current-workspace.ts';

export type SomeRecord = {
  id: string;
  name: string;
  status: string;
  version: number;
  createdAt: string;
  tags?: string[] | undefined;
};

type NamedRecords = { records: { id: string; version: number }[] };
type ChangedRecords = { records: { id: string; version: number; status: string }[] };

export type RecordKind<Row extends SomeRecord> = {
  /** Plural name in URLs and query keys, such as `offers`. */
  thing: string;
  one: string;
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

export function useKindKey(thing: string): readonly [string, string] {
  const { workspace } = useWorkspace();
  return [workspace.id, thing];
}
