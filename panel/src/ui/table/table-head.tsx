import { Checkbox, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Column } from './column.ts';
import type { SortableTable } from './table-parts.ts';
import classes from './table.module.css';

const tipEvents = { hover: true, focus: true, touch: false };

/** Names of columns, which sort, and the box that selects all rows. */
export function TableHead<Row extends { id: string }>({
  table,
  columns,
  isServerSorted,
  selected,
  count,
  onSelectAll,
  hasMore,
  isNarrow,
}: {
  table: SortableTable<Row>;
  columns: readonly Column<Row>[];
  isServerSorted: boolean;
  /** How many rows are; undefined where none can be. */
  selected: number | undefined;
  count: number;
  onSelectAll: (isSelected: boolean) => void;
  hasMore: boolean;
  isNarrow: boolean;
}): ReactNode {
  const [sorted] = table.state.sorting;
  const isSelectable = selected !== undefined;
  return (
    <thead>
      <tr aria-rowindex={1}>
        {isSelectable ? (
          <th className={`${classes['box']} ${classes['first']}`} style={{ width: 40 }} scope="col">
            <Checkbox
              size="xs"
              aria-label="Select all"
              checked={selected > 0 && selected === count}
              indeterminate={selected > 0 && selected < count}
              onChange={({ currentTarget }) => onSelectAll(currentTarget.checked)}
            />
          </th>
        ) : null}
        {columns.map(({ id, label, help, isFigure, widthPx, isServerSort }, at) => {
          const direction = sorted?.id === id ? (sorted.desc ? 'descending' : 'ascending') : undefined;
          const Arrow = direction === 'descending' ? IconArrowDown : IconArrowUp;
          return (
            <th
              key={id}
              scope="col"
              aria-sort={direction ?? 'none'}
              className={classNames(at, isFigure)}
              data-second={(at === 0 && isSelectable) || undefined}
              // On a telephone the first takes what figures leave, which stay whole: half a number is another one.
              style={
                isNarrow
                  ? at === 0
                    ? {}
                    : { width: isFigure === true ? widthPx - 8 : '36%' }
                  : { width: widthPx }
              }
            >
              {isServerSorted && isServerSort !== true ? (
                label
              ) : (
                <Tooltip label={help} disabled={help === undefined} multiline maw={280} events={tipEvents}>
                  <button
                    type="button"
                    className={classes['sort']}
                    onClick={table.getColumn(id)?.getToggleSortingHandler()}
                  >
                    <span>{label}</span>
                    {direction === undefined ? null : <Arrow size={14} aria-hidden />}
                  </button>
                </Tooltip>
              )}
            </th>
          );
        })}
        {hasMore ? <th scope="col" aria-label="More" style={{ width: 36 }} /> : null}
      </tr>
    </thead>
  );
}

export function classNames(at: number, isFigure: boolean | undefined): string {
  return [at === 0 ? classes['first'] : '', isFigure === true ? classes['figure'] : ''].join(' ').trim();
}
