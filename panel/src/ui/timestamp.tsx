import { use, type ReactNode } from 'react';
import { WorkspaceContext } from '../lib/api/current-workspace.ts';
import { now } from '../lib/time/now.ts';
import { useStore } from '../lib/api/store.ts';
import { formatExact, formatMoment } from './format-moment.ts';

export function Timestamp({ at }: { at: string }): ReactNode {
  const current = useStore(now);
  const timezone = use(WorkspaceContext)?.workspace.timezone;
  const date = new Date(at);
  return (
    <time dateTime={at} title={formatExact(date, timezone)}>
      {formatMoment(date, current, timezone)}
    </time>
  );
}
