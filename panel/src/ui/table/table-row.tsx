import { IconChevronDown, IconChevronUp, IconDots } from '@tabler/icons-react';
import { showInvisible } from '@waypost/contract/values/invisible-text.ts';
import { memo, type ReactNode } from 'react';
import { nameRow } from './column.ts';
import { FirstCell, shown } from './first-cell.tsx';
import type { TableRowProps } from './row-props.ts';
import { classNames } from './table-head.tsx';
import classes from './table.module.css';

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
    level,
    isExpanded,
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
        aria-level={level === undefined ? undefined : level + 1}
        aria-expanded={isExpanded}
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
