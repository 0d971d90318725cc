import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Column } from './column.ts';
import { classNames } from './table-head.tsx';
import classes from './table.module.css';

export function TableSkeleton({ columns }: { columns: number }): ReactNode {
  return (
    <tbody>
      {[70, 55, 80, 60, 75, 50].map((width) => (
        <tr key={width}>
          <td colSpan={columns}>
            <Skeleton h={12} w={`${width}%`} />
          </td>
        </tr>
      ))}
    </tbody>
  );
}

export function TableGap({ heightPx }: { heightPx: number }): ReactNode {
  if (heightPx <= 0) return null;
  return (
    <tbody className={classes['gap']} aria-hidden>
      <tr>
        <td style={{ height: heightPx }}>{null}</td>
      </tr>
    </tbody>
  );
}

export function TableFoot<Row>({
  columns,
  totals,
  isSelectable,
  hasMore,
  hasMenu,
}: {
  columns: readonly Column<Row>[];
  totals: Readonly<Record<string, ReactNode>>;
  isSelectable: boolean;
  hasMore: boolean;
  hasMenu: boolean;
}): ReactNode {
  return (
    <tfoot>
      <tr>
        {isSelectable ? <td className={`${classes['box']} ${classes['first']}`}>{null}</td> : null}
        {columns.map(({ id, isFigure }, at) => (
          <td
            key={id}
            className={classNames(at, isFigure)}
            data-second={(at === 0 && isSelectable) || undefined}
          >
            {totals[id]}
          </td>
        ))}
        {hasMore ? <td>{null}</td> : null}
        {hasMenu ? <td>{null}</td> : null}
      </tr>
    </tfoot>
  );
}
