import type { ReactNode } from 'react';
import { heatOf, shareOf, type Shade, type ShadeScale } from '../lib/shade.ts';
import classes from './shade.module.css';

/** No more than this: the number stays readable on it in both themes. */
const heatMost = 0.15;

/** A number over a bar of its share, or over a ground that is the stronger the more it is. */
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
  /** Whether its sign says good or bad; others are gray. */
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
