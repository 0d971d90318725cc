import type { ColumnFormat } from '@waypost/contract/reports/column-formats.ts';
import type { ReactNode } from 'react';
import { columnLooks, cssColor } from '../../lib/reports/column-styles.ts';
import { describeFormat } from './describe-format.ts';
import classes from './formatted-cell.module.css';

// Highlights a value that matches a rule of its column. The tooltip names the rule.
export function FormattedCell({
  format,
  children,
}: {
  format: ColumnFormat;
  children: (color: string) => ReactNode;
}): ReactNode {
  const { text, fill } = columnLooks[format.style];
  const color = cssColor(text);
  return (
    <span
      className={classes['format']}
      title={describeFormat(format)}
      style={
        fill === undefined ? undefined : { background: cssColor(fill), ['--format-text' as string]: color }
      }
      data-filled={fill !== undefined || undefined}
    >
      {children(color)}
    </span>
  );
}
