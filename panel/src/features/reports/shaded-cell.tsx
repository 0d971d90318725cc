import type { ReactNode } from 'react';
import { heatOf, shareOf, type Shade, type ShadeScale } from '../../lib/reports/shade.ts';
import classes from './shade.module.css';

/** Maximum opacity at which numbers stay readable in both themes. */
const heatMost = 0.15;

export function ShadedCell({
  shade,
  value,
  scale,
  isGain,
  children,
}: {
  shade: Shade;
  value: number | null | undefined;
  scale: ShadeScale;
  isGain: boolean;
  children: ReactNode;
}): ReactNode {
  const gain = isGain && typeof value === 'number' ? (value < 0 ? 'bad' : 'good') : undefined;
  return (
    <span className={classes['cell']}>
      {shade === 'heat' ? (
        <span
          className={classes['heat']}
          data-gain={gain}
          style={{ opacity: heatOf(value, scale) * heatMost }}
        />
      ) : (
        <span className={classes['share']} style={{ width: `${shareOf(value, scale) * 100}%` }} />
      )}
      {children}
    </span>
  );
}
