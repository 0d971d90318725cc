import { IconChevronDown, IconChevronUp, IconDots } from '@tabler/icons-react';
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
  // Opens the menu of the row at an index next to an element.
  menu: (index: number, anchor: HTMLElement) => void;
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
  hasMenu: boolean;
  actions: RowActions;
  measure: ((element: HTMLElement | null) => void) | undefined;
};

/**
 * A table row. Each row is a separate tbody, because it may have a second line. Rows are memoized and built from plain
 * elements, because dozens of rows are visible at once.
 */
export const TableRow = memo(PlainRow) as typeof PlainRow;

function PlainRow<Row extends { id: string }>(props: TableRowProps<Row>): ReactNode {
  const {
    index,
    row,
    path,
    columns,
    keys,
    others,
    isSelected,
    isReached,
    isOpen,
    hasMenu,
    actions,
    measure,
  } = props;
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
        onContextMenu={(event) => {
          if (hasMenu && isByKeyboard(event.nativeEvent)) event.preventDefault();
        }}
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
        <ActionCells {...props} label={label} />
      </tr>
      {isOpen && others.length > 0 ? <OtherValues {...props} /> : null}
    </tbody>
  );
}

function ActionCells<Row extends { id: string }>({
  index,
  row,
  others,
  isOpen,
  hasMenu,
  actions,
  label,
}: TableRowProps<Row> & { label: string }): ReactNode {
  return (
    <>
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
      {hasMenu ? (
        <td className={classes['box']} style={{ padding: 0 }}>
          <button
            type="button"
            className={classes['unfold']}
            tabIndex={-1}
            aria-label={`Actions for ${label}`}
            aria-haspopup="menu"
            onClick={({ currentTarget }) => actions.menu(index, currentTarget)}
          >
            <IconDots size={16} aria-hidden />
          </button>
        </td>
      ) : null}
    </>
  );
}

function OtherValues<Row>({
  row,
  columns,
  others,
  isSelected,
  hasMenu,
}: Pick<TableRowProps<Row>, 'row' | 'columns' | 'others' | 'isSelected' | 'hasMenu'>): ReactNode {
  const cells = columns.length + 1 + (isSelected === undefined ? 0 : 1) + (hasMenu ? 1 : 0);
  return (
    <tr>
      <td className={classes['rest']} colSpan={cells}>
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

// The key opens the menu of the row instead of the browser's menu.
function isByKeyboard(event: MouseEvent): boolean {
  const { pointerType = '' } = event as Partial<PointerEvent>;
  return event.button === 0 && pointerType === '';
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
