import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { showInvisible } from '@waypost/contract/values/invisible-text.ts';
import type { ReactNode } from 'react';
import type { TableRowProps } from './row-props.ts';
import classes from './table.module.css';

export function shown(content: ReactNode): ReactNode {
  return typeof content === 'string' ? showInvisible(content) : content;
}

export function FirstCell<Row>({
  index,
  row,
  columns: [first],
  keys,
  href,
  label,
  level,
  isExpanded,
  actions,
}: TableRowProps<Row> & { label: string }): ReactNode {
  const name = (
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
  if (level === undefined) return name;
  const Icon = isExpanded === true ? IconChevronDown : IconChevronRight;
  return (
    <span className={classes['branch']} style={{ ['--level' as string]: level }}>
      {isExpanded === undefined ? (
        <span className={classes['leaf']} />
      ) : (
        <button
          type="button"
          className={classes['expand']}
          tabIndex={-1}
          aria-label={`${isExpanded ? 'Close' : 'Open'} ${label}`}
          aria-expanded={isExpanded}
          onClick={() => actions.expand(index)}
        >
          <Icon size={16} aria-hidden />
        </button>
      )}
      <span className={classes['name']}>{name}</span>
    </span>
  );
}
