import { useTable, type ColumnDef } from '@tanstack/react-table';
import { useMemo, type ReactNode } from 'react';
import { compareValues, readSort, type Column } from './column.ts';
import { tableParts, type SortableTable, type TableItem } from './table-parts.ts';
import { TableHead } from './table-head.tsx';
import { VirtualRows } from './virtual-rows.tsx';
import { TableFoot, TableSkeleton } from './table-states.tsx';
import type { TreeView } from './tree-view.ts';
import { useShownColumns, useTableSize } from './table-preferences.ts';
import classes from './table.module.css';

export type Selection = Readonly<Record<string, boolean>>;

type DataTableProps<Row> = {
  name: string;
  label: string;
  columns: readonly Column<Row>[];
  /** Rows to show, or undefined while they are loading. In that case, the table shows a skeleton. */
  rows: readonly Row[] | undefined;
  sort: string;
  onSort: (sort: string) => void;
  /** True if the server has already sorted the rows. */
  isServerSorted?: boolean;
  selection?: Selection;
  onSelect?: (selection: Selection) => void;
  pathOf: (row: Row) => string;
  // Opens the menu of a row next to an element. Rows have no menu without it.
  onMenu?: ((row: Row, anchor: HTMLElement) => void) | undefined;
  // Set if rows form a tree.
  tree?: TreeView<Row> | undefined;
  totals?: Readonly<Record<string, ReactNode>>;
  empty: ReactNode;
  isOld?: boolean;
  onEnd?: () => void;
};

const none: never[] = [];

export function DataTable<Row extends TableItem>(props: DataTableProps<Row>): ReactNode {
  const { name, label, columns, rows, sort, selection, onSelect, totals, isOld = false } = props;
  const { isNarrow, rowHeightPx } = useTableSize();
  const { shown, keys, others } = useShownColumns(name, columns, {
    isNarrow,
    isTree: props.tree !== undefined,
    sorted: readSort(sort)[0]?.id,
  });
  const isServerSorted = props.isServerSorted ?? false;
  const table = useSortedTable(props, isServerSorted);
  const [isSelectable, hasMenu] = [onSelect !== undefined, props.onMenu !== undefined];
  const items = table.getRowModel().rows;
  const select = (ids: readonly string[], isSelected: boolean) =>
    onSelect?.({ ...selection, ...Object.fromEntries(ids.map((id) => [id, isSelected])) });
  if (rows?.length === 0) return props.empty;
  return (
    <VirtualRows
      items={items}
      onMenu={props.onMenu}
      rowHeightPx={rowHeightPx}
      columns={shown}
      keys={keys}
      others={others}
      pathOf={props.pathOf}
      selection={isSelectable ? (selection ?? {}) : undefined}
      select={select}
      onEnd={props.onEnd}
      tree={props.tree}
    >
      {(bodies) => (
        <table
          className={classes['table']}
          // The table is a grid, because rows can be reached and selected by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
          role={props.tree === undefined ? 'grid' : 'treegrid'}
          aria-label={label}
          aria-busy={rows === undefined || isOld}
          aria-rowcount={(rows?.length ?? 0) + 1}
          aria-multiselectable={isSelectable || undefined}
          data-old={isOld || undefined}
          style={{
            ['--row-height' as string]: `${rowHeightPx}px`,
            ...(isNarrow ? {} : { minWidth: leastWidthOf(shown, { isSelectable, hasMenu }) }),
          }}
        >
          <TableHead
            table={table}
            columns={shown}
            keys={keys}
            isServerSorted={isServerSorted}
            selected={isSelectable ? items.filter(({ id }) => selection?.[id] === true).length : undefined}
            count={items.length}
            onSelectAll={(isSelected) => select(idsOf(items), isSelected)}
            hasMore={others.length > 0}
            hasMenu={hasMenu}
            isNarrow={isNarrow}
          />
          {rows === undefined ? <TableSkeleton columns={shown.length + 3} /> : bodies}
          {totals === undefined || rows === undefined ? null : (
            <TableFoot
              columns={shown}
              totals={totals}
              isSelectable={isSelectable}
              hasMore={others.length > 0}
              hasMenu={hasMenu}
            />
          )}
        </table>
      )}
    </VirtualRows>
  );
}

function useSortedTable<Row extends TableItem>(
  { columns, rows, sort, onSort }: DataTableProps<Row>,
  isServerSorted: boolean,
): SortableTable<Row> {
  return useTable({
    features: tableParts,
    columns: useDefinitions(columns),
    data: rows ?? none,
    getRowId: ({ id }) => id,
    state: { sorting: readSort(sort) },
    onSortingChange: (update) => {
      const [by] = typeof update === 'function' ? update(readSort(sort)) : update;
      if (by !== undefined) onSort(`${by.desc ? '-' : ''}${by.id}`);
    },
    manualSorting: isServerSorted,
    enableSortingRemoval: false,
    enableMultiSort: false,
  });
}

const boxWidthPx = 40;
const menuWidthPx = 36;

function leastWidthOf<Row>(
  columns: readonly Column<Row>[],
  { isSelectable, hasMenu }: { isSelectable: boolean; hasMenu: boolean },
): number {
  const others = (isSelectable ? boxWidthPx : 0) + (hasMenu ? menuWidthPx : 0);
  return columns.reduce((sum, { widthPx }) => sum + widthPx, others);
}

function idsOf(items: readonly TableItem[]): string[] {
  return items.map(({ id }) => id);
}

/** Returns the column definitions. Hidden columns are included, because a list can be sorted by a hidden column. */
function useDefinitions<Row extends TableItem>(
  columns: readonly Column<Row>[],
): ColumnDef<typeof tableParts, Row>[] {
  return useMemo(
    () =>
      columns.map(({ id, value, isFigure }): ColumnDef<typeof tableParts, Row> => ({
        id,
        accessorFn: (row) => value(row) ?? undefined,
        sortUndefined: 'last',
        sortDescFirst: isFigure === true,
        sortFn: (one, other) => compareValues(one.getValue(id), other.getValue(id)),
      })),
    [columns],
  );
}
