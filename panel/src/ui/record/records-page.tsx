import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, Outlet } from '@tanstack/react-router';
import { useMemo, useState, type ComponentType, type ReactNode } from 'react';
import { useListState } from '../../lib/records/list-state.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { useKindKey, type RecordKind, type SomeRecord } from '../../lib/records/record-kind.ts';
import { useRecordList, type ListFilters } from '../../lib/records/use-record-list.ts';
import { ErrorNote } from '../error-note.tsx';
import { Page } from '../page.tsx';
import type { Column } from '../table/column.ts';
import { DataTable, type Selection } from '../table/data-table.tsx';
import { BulkBar, type BulkProps } from './bulk-bar.tsx';
import { EmptyList } from './empty-list.tsx';
import { ListTools } from './list-tools.tsx';
import { formatCount, matchesSearch } from './record-search.ts';

export type RecordsPageProps<Row extends SomeRecord> = {
  kind: RecordKind<Row>;
  columns: readonly Column<Row>[];
  searched: (row: Row) => readonly (string | null)[];
  lead: string;
  filters?: ReactNode;
  isShown?: (row: Row) => boolean;
  /** Filters that the server applies if the list is too large to load completely. */
  asked?: ListFilters;
  above?: ReactNode;
  totals?: (rows: readonly Row[]) => Readonly<Record<string, ReactNode>>;
  bulk?: ComponentType<BulkProps<Row>>;
  isOld?: boolean;
  // Shown unless the list itself failed to load.
  failure?: { error: Error | null; retry: () => void };
};

const noneAsked: ListFilters = {};
const noFilters = {
  q: undefined,
  affiliateNetworkId: undefined,
  country: undefined,
  status: undefined,
  trafficSourceId: undefined,
  tag: undefined,
};

export function RecordsPage<Row extends SomeRecord>(props: RecordsPageProps<Row>): ReactNode {
  const { kind, columns, isShown } = props;
  const { may } = useWorkspace();
  const { search, change } = useListState();
  // Changing the key resets the search field when the filters are cleared.
  const [{ q, field }, setSearch] = useState({ q: search.q ?? '', field: 0 });
  const isArchived = search.archived === true;
  const sort = search.sort ?? '-createdAt';
  const { list, rows, error, retry } = useRows(props, { q, sort, isArchived });
  const { totals } = props;
  const foot = useMemo(() => (rows === undefined ? undefined : totals?.(rows)), [rows, totals]);
  const [selection, setSelection] = useState<Selection>({});
  const selected = useMemo(() => rows?.filter(({ id }) => selection[id] === true) ?? [], [rows, selection]);
  const mayAdd = may(kind.mayAdd);
  const add = mayAdd ? <AddButton kind={kind} /> : null;
  return (
    <Page title={kind.many} isFull actions={add}>
      {error === null ? null : <ErrorNote error={error} retry={retry} />}
      {props.above}
      {selected.length > 0 ? (
        <BulkBar
          kind={kind}
          selected={selected}
          isArchived={isArchived}
          clear={() => setSelection({})}
          more={props.bulk}
        />
      ) : (
        <ListTools
          key={field}
          list={kind.thing}
          columns={columns}
          q={q}
          onType={(text) => setSearch({ q: text.trim(), field })}
          onTyped={(text) => change({ q: text.trim() })}
          isArchived={isArchived}
          onArchived={(archived) => change({ archived: archived ? true : undefined })}
        >
          {props.filters}
        </ListTools>
      )}
      {list.error !== null && rows === undefined ? null : (
        <DataTable
          name={kind.thing}
          label={kind.many}
          columns={columns}
          rows={rows}
          sort={sort}
          onSort={(by) => change({ sort: by })}
          isServerSorted={list.isServers}
          {...(mayAdd ? { selection, onSelect: setSelection } : {})}
          pathOf={({ id }) => `/${kind.thing}/${id}`}
          isOld={list.isOld || props.isOld === true}
          {...(foot === undefined ? {} : { totals: foot })}
          onEnd={list.fetchMore}
          empty={
            <EmptyList
              kind={kind}
              lead={props.lead}
              isArchived={isArchived}
              isNarrowed={q !== '' || isShown !== undefined}
              action={add}
              clear={() => {
                setSearch({ q: '', field: field + 1 });
                change(noFilters);
              }}
            />
          }
        />
      )}
      <Text size="xs" c="dimmed" mt="xs" role="status">
        {formatCount(kind, rows?.length, list.total)}
      </Text>
      <Outlet />
    </Page>
  );
}

function useRows<Row extends SomeRecord>(
  { kind, columns, searched, isShown, asked: filters = noneAsked, failure }: RecordsPageProps<Row>,
  { q, sort, isArchived }: { q: string; sort: string; isArchived: boolean },
) {
  const { api } = useWorkspace();
  const key = useKindKey(kind.thing);
  const list = useRecordList<Row>({
    key: [...key, 'list'],
    isArchived,
    q,
    sort: columns.find(({ id }) => id === sort.replace('-', ''))?.isServerSort === true ? sort : undefined,
    filters,
    ask: (asked, options) => kind.list(api, asked, options),
  });
  const rows = useMemo(
    () => list.rows?.filter((row) => matchesSearch(row, q, searched(row)) && (isShown?.(row) ?? true)),
    [list.rows, q, searched, isShown],
  );
  const error = list.error ?? failure?.error ?? null;
  const retry = () => {
    list.retry();
    failure?.retry();
  };
  return { list, rows, error, retry };
}

function AddButton<Row extends SomeRecord>({ kind }: { kind: RecordKind<Row> }): ReactNode {
  return (
    <Button
      component={Link}
      to={`/${kind.thing}/new`}
      search={true}
      leftSection={<IconPlus size={14} aria-hidden />}
    >
      New {kind.one}
    </Button>
  );
}
