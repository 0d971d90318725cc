import type { ReactNode } from 'react';
import type { CampaignStatus } from '../lib/api/api.ts';
import classes from './status-badge.module.css';

export function StatusBadge({ status }: { status: CampaignStatus }): ReactNode {
  return (
    <span className={classes['status']} data-status={status}>
      {status}
    </span>
  );
}
