import { Tooltip, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useId, useState, type ButtonHTMLAttributes, type ReactNode } from 'react';
import type { Column } from './column.ts';
import type { SortableTable } from './table-parts.ts';
import classes from './table.module.css';

export function TableHead<Row extends { id: string }>({
  table,
  columns,
  keys,
  isServerSorted,
  selected,
  count,
  onSelectAll,
  hasMore,
  hasMenu,
  isNarrow,
}: {
  table: SortableTable<Row>;
  columns: readonly Column<Row>[];
  keys: readonly Column<Row>[];
  isServerSorted: boolean;
  /** Number of selected rows, or undefined if rows can't be selected. */
  selected: number | undefined;
  count: number;
  onSelectAll: (isSelected: boolean) => void;
  hasMore: boolean;
  hasMenu: boolean;
  isNarrow: boolean;
}): ReactNode {
  const [sorted] = table.state.sorting;
  const isSelectable = selected !== undefined;
  const { tip, explain } = useTip();
  return (
    <thead>
      <tr aria-rowindex={1}>
        {isSelectable ? (
          <th className={`${classes['box']} ${classes['first']}`} style={{ width: 40 }} scope="col">
            <input
              type="checkbox"
              className={classes['check']}
              aria-label="Select all"
              checked={selected > 0 && selected === count}
              ref={(box) => {
                if (box !== null) box.indeterminate = selected > 0 && selected < count;
              }}
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
              style={isNarrow ? narrowWidth(at, isFigure === true, widthPx) : { width: widthPx }}
            >
              {isServerSorted && isServerSort !== true ? (
                label
              ) : (
                <button
                  type="button"
                  className={classes['sort']}
                  onClick={table.getColumn(id)?.getToggleSortingHandler()}
                  {...explain(help)}
                >
                  <span>{label}</span>
                  {direction === undefined ? null : <Arrow size={14} aria-hidden />}
                </button>
              )}
              {at === 0 ? <KeyNames keys={keys} /> : null}
            </th>
          );
        })}
        {hasMore ? <ButtonHead label="More" /> : null}
        {hasMenu ? <ButtonHead label="Actions" /> : null}
      </tr>
      {tip}
    </thead>
  );
}

function ButtonHead({ label }: { label: string }): ReactNode {
  return (
    <th scope="col" style={{ width: 36 }}>
      <VisuallyHidden>{label}</VisuallyHidden>
    </th>
  );
}

function KeyNames<Row>({ keys }: { keys: readonly Column<Row>[] }): ReactNode {
  return keys.map(({ id, label }) => (
    <div key={id} className={classes['key']}>
      {label}
    </div>
  ));
}

/**
 * Returns the width of a column on a narrow screen. Numeric columns keep their width, because a truncated number is
 * misleading.
 */
function narrowWidth(at: number, isFigure: boolean, widthPx: number): { width?: number | string } {
  if (at === 0) return {};
  return { width: isFigure ? widthPx - 14 : '36%' };
}

/**
 * Provides a single tooltip for all columns, because a tooltip for each column would be slower than the rest of the
 * header.
 */
function useTip(): { tip: ReactNode; explain: (help: string | undefined) => Explained } {
  const [shown, setShown] = useState<{ help: string; at: HTMLElement }>();
  const id = useId();
  const hide = () => setShown(undefined);
  return {
    tip:
      shown === undefined ? null : (
        <Tooltip id={id} opened target={shown.at} label={shown.help} multiline maw={280} />
      ),
    explain: (help) => {
      if (help === undefined) return {};
      const show = ({ currentTarget }: { currentTarget: HTMLElement }) =>
        setShown({ help, at: currentTarget });
      return {
        onMouseEnter: show,
        onFocus: show,
        onMouseLeave: hide,
        onBlur: hide,
        ...(shown?.help === help ? { 'aria-describedby': id } : {}),
      };
    },
  };
}

type Explained = Pick<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'onMouseEnter' | 'onFocus' | 'onMouseLeave' | 'onBlur' | 'aria-describedby'
>;

export function classNames(at: number, isFigure: boolean | undefined): string {
  return [at === 0 ? classes['first'] : '', isFigure === true ? classes['figure'] : ''].join(' ').trim();
}
