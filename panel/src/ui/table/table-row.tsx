import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { showInvisible } from '@waypost/contract/values/invisible-text.ts';
import { memo, type KeyboardEvent, type ReactNode } from 'react';
import { nameRow, type Column } from './column.ts';
import { classNames } from './table-head.tsx';
import classes from './table.module.css';

/** Actions of a row. They do not change during the lifetime of the table, so that rows don't rerender. */
export type RowActions = {
  /** Selects or deselects a row, or a range that starts at the row toggled last. */
  toggle: (index: number, isRange: boolean) => void;
  unfold: (id: string) => void;
  open: (path: string) => void;
  prepare: (path: string) => void;
  onKeyDown: (event: KeyboardEvent, index: number) => void;
  reach: (id: string) => void;
};

type TableRowProps<Row> = {
  index: number;
  row: Row;
  path: string;
  /** URL with the workspace, for opening the row in a new tab. */
  href: string;
  columns: readonly Column<Row>[];
  keys: readonly Column<Row>[];
  others: readonly Column<Row>[];
  /** True if the row is selected. Undefined if rows can't be selected. */
  isSelected: boolean | undefined;
  isReached: boolean;
  isOpen: boolean;
  actions: RowActions;
  measure: ((element: HTMLElement | null) => void) | undefined;
};

/**
 * A table row. Each row is a separate tbody, because it may have a second line. Rows are memoized and built from plain
 * elements, because dozens of rows are visible at once.
 */
export const TableRow = memo(PlainRow) as typeof PlainRow;

function PlainRow<Row extends { id: string }>(props: TableRowProps<Row>): ReactNode {
  const { index, row, path, columns, keys, others, isSelected, isReached, isOpen, actions, measure } = props;
  const label = showInvisible(nameRow([...columns, ...keys], row));
  return (
    <tbody data-index={index} ref={measure}>
      <tr
        className={classes['row']}
        tabIndex={isReached ? 0 : -1}
        aria-rowindex={index + 2}
        aria-selected={isSelected}
        data-row={row.id}
        onClick={(event) => {
          if (!opens(event)) return;
          event.preventDefault();
          actions.open(path);
        }}
        onMouseEnter={() => actions.prepare(path)}
        onFocus={() => actions.reach(row.id)}
        onKeyDown={(event) => actions.onKeyDown(event, index)}
      >
        {isSelected === undefined ? null : (
          <td className={`${classes['box']} ${classes['first']}`}>
            <input
              type="checkbox"
              className={classes['check']}
              tabIndex={-1}
              aria-label={`Select ${label}`}
              checked={isSelected}
              onChange={({ nativeEvent }) =>
                actions.toggle(index, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
              }
            />
          </td>
        )}
        {columns.map(({ id, value, cell, isFigure }, at) => (
          <td
            key={id}
            className={classNames(at, isFigure)}
            data-second={(at === 0 && isSelected !== undefined) || undefined}
          >
            {at === 0 ? <FirstCell {...props} label={label} /> : shown(cell?.(row) ?? value(row))}
          </td>
        ))}
        {others.length === 0 ? null : (
          <td className={classes['box']} style={{ padding: 0 }}>
            <button
              type="button"
              className={classes['unfold']}
              aria-label={`More details for ${label}`}
              aria-expanded={isOpen}
              onClick={() => actions.unfold(row.id)}
            >
              {isOpen ? <IconChevronUp size={16} aria-hidden /> : <IconChevronDown size={16} aria-hidden />}
            </button>
          </td>
        )}
      </tr>
      {isOpen && others.length > 0 ? (
        <tr>
          <td className={classes['rest']} colSpan={columns.length + 1 + (isSelected === undefined ? 0 : 1)}>
            <dl>
              {others.map(({ id, label: name, value, cell }) => (
                <div key={id} style={{ display: 'contents' }}>
                  <dt>{name}</dt>
                  <dd>{shown(cell?.(row) ?? value(row)) ?? '–'}</dd>
                </div>
              ))}
            </dl>
          </td>
        </tr>
      ) : null}
    </tbody>
  );
}

function shown(content: ReactNode): ReactNode {
  return typeof content === 'string' ? showInvisible(content) : content;
}

function FirstCell<Row>({
  row,
  columns: [first],
  keys,
  href,
  label,
}: Pick<TableRowProps<Row>, 'row' | 'columns' | 'keys' | 'href'> & { label: string }): ReactNode {
  return (
    <>
      <a className={classes['link']} href={href} tabIndex={-1} title={label}>
        {shown(first?.cell?.(row) ?? first?.value(row))}
      </a>
      {keys.map(({ id, cell, value }) => (
        <div key={id} className={classes['key']}>
          {shown(cell?.(row) ?? value(row))}
        </div>
      ))}
    </>
  );
}

type Click = {
  target: EventTarget;
  button: number;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
};

function opens({ target, button, ctrlKey, metaKey, shiftKey, altKey }: Click): boolean {
  if (!(target instanceof Element)) return false;
  const own = target.closest('a, button, input, label');
  if (own !== null && !own.classList.contains(classes['link'] ?? '')) return false;
  if (own !== null) return button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;
  // Selecting text to copy it does not open the row.
  return getSelection()?.isCollapsed !== false;
}
