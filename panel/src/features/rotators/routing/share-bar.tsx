import type { ReactNode } from 'react';
import { formatShare } from '../../../lib/format-share.ts';
import classes from './routing.module.css';

/** Shares as a picture; the numbers stand beside it. */
export function ShareBar({ parts }: { parts: readonly { label: string; share: number }[] }): ReactNode {
  const shown = parts.filter(({ share }) => share > 0);
  const said = shown.map(({ label, share }) => `${label} ${formatShare(share)}`).join(', ');
  return (
    <div
      className={classes['bar']}
      role="img"
      aria-label={said === '' ? 'No shares' : `Shares: ${said}`}
      title={said}
    >
      {shown.map(({ label, share }, at) => (
        // The same path can be named twice while it is being changed.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={`${label} ${at}`} style={{ width: `${share}%` }} />
      ))}
    </div>
  );
}
