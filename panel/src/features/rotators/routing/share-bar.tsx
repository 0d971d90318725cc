import type { ReactNode } from 'react';
import { formatShare } from '../../../lib/format/format-share.ts';
import classes from './routing.module.css';

export function ShareBar({ parts }: { parts: readonly { label: string; share: number }[] }): ReactNode {
  const shown = parts.filter(({ share }) => share > 0);
  const text = shown.map(({ label, share }) => `${label} ${formatShare(share)}`).join(', ');
  return (
    <div
      className={classes['bar']}
      role="img"
      aria-label={text === '' ? 'No shares' : `Shares: ${text}`}
      title={text}
    >
      {shown.map(({ label, share }, at) => (
        // The key includes the index, because labels can repeat while a path is being edited.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={`${label} ${at}`} style={{ width: `${share}%` }} />
      ))}
    </div>
  );
}
