import { ActionIcon, Checkbox } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import type { Column } from './column.ts';
import { classNames } from './table-head.tsx';
import classes from './table.module.css';

type TableRowProps<Row> = {
  index: number;
  row: Row;
  path: string;
  columns: readonly Column<Row>[];
  /** For which there is no room; they unfold below. */
  others: readonly Column<Row>[];
  /** Undefined where nothing can be selected. */
  isSelected: boolean | undefined;
  onToggle: (isRange: boolean) => void;
  /** Whether the tabulator reaches this row; arrows go to the others. */
  isReached: boolean;
  isOpen: boolean;
  onOpen: () => void;
  onKeyDown: (event: KeyboardEvent, index: number) => void;
  onReach: (id: string) => void;
  measure: ((element: HTMLElement | null) => void) | undefined;
};

/** One record: a body of its own, since it may have a second line. */
export function TableRow<Row extends { id: string }>(props: TableRowProps<Row>): ReactNode {
  const { index, row, path, columns, others, isSelected, onToggle, isReached, isOpen, measure } = props;
  const navigate = useNavigate();
  const label = String(columns[0]?.value(row) ?? '');
  const open = ({ target }: MouseEvent) => {
    const isOwn = target instanceof Element && target.closest('a, button, input, label') !== null;
    // Whoever marks a text to copy it does not want to leave.
    if (!isOwn && getSelection()?.isCollapsed !== false) void navigate({ to: path, search: true });
  };
  const Chevron = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <tbody data-index={index} ref={measure}>
      <tr
        className={classes['row']}
        tabIndex={isReached ? 0 : -1}
        aria-rowindex={index + 2}
        aria-selected={isSelected}
        data-row={row.id}
        onClick={open}
        onFocus={() => props.onReach(row.id)}
        onKeyDown={(event) => props.onKeyDown(event, index)}
      >
        {isSelected === undefined ? null : (
          <td className={`${classes['box']} ${classes['first']}`}>
            <Checkbox
              size="xs"
              tabIndex={-1}
              aria-label={`Select ${label}`}
              checked={isSelected}
              onChange={({ nativeEvent }) =>
                onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
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
            {at === 0 ? (
              <Link className={classes['link']} to={path} search={true} tabIndex={-1} title={label}>
                {cell?.(row) ?? label}
              </Link>
            ) : (
              (cell?.(row) ?? value(row))
            )}
          </td>
        ))}
        {others.length === 0 ? null : (
          <td className={classes['box']} style={{ padding: 0 }}>
            <ActionIcon aria-label={`More of ${label}`} aria-expanded={isOpen} onClick={props.onOpen}>
              <Chevron size={16} aria-hidden />
            </ActionIcon>
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
                  <dd>{cell?.(row) ?? value(row) ?? '–'}</dd>
                </div>
              ))}
            </dl>
          </td>
        </tr>
      ) : null}
    </tbody>
  );
}
