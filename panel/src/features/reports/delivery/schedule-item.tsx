import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ReportSchedule } from '../../../lib/api/api.ts';
import { Timestamp } from '../../../ui/timestamp.tsx';
import { DeliveryItem } from './delivery-item.tsx';
import { describeReceivers, describeTimes } from './describe-schedule.ts';
import { danger } from '../../../ui/danger.ts';

const states: Record<ReportSchedule['state'], string> = {
  active: 'Active',
  paused: 'Paused',
  failed: 'Stopped',
};

export function ScheduleItem({
  schedule,
  onSend,
  onPause,
  onEdit,
  onRemove,
}: {
  schedule: ReportSchedule;
  onSend: () => void;
  onPause: () => void;
  onEdit: () => void;
  onRemove: () => void;
}): ReactNode {
  const { reportName, state, nextAt, failure, last } = schedule;
  const action = (label: string, onClick: () => void, style: ButtonProps = { variant: 'default' }) => (
    <Button
      size="compact-sm"
      {...style}
      aria-label={`${label}: ${reportName}, ${describeTimes(schedule)}`}
      onClick={onClick}
    >
      {label}
    </Button>
  );
  return (
    <DeliveryItem
      name={reportName}
      state={states[state]}
      isProblem={state === 'failed'}
      actions={
        <>
          {action('Send now', onSend)}
          {action(state === 'active' ? 'Pause' : 'Resume', onPause)}
          {action('Edit', onEdit)}
          {action('Delete', onRemove, danger)}
        </>
      }
    >
      <div>
        {describeTimes(schedule)}. {describeReceivers(schedule)}.
      </div>
      {nextAt === null ? null : (
        <div>
          Next: <Timestamp at={nextAt} />
        </div>
      )}
      {failure === null ? null : <div className="wp-warning">Stopped: {failure}</div>}
      <LastDelivery last={last} isShort={failure !== null} />
    </DeliveryItem>
  );
}

function LastDelivery({ last, isShort }: { last: ReportSchedule['last']; isShort: boolean }): ReactNode {
  if (last === null) return <div>Not sent yet.</div>;
  const { state, dueAt, error, attempts } = last;
  const words = state === 'delivered' ? 'sent' : state === 'failed' ? 'not delivered' : 'being sent';
  return (
    <div role="status">
      Last: <Timestamp at={dueAt} />, {words}
      {state === 'waiting' && attempts > 1 ? `, attempt ${attempts}` : ''}.
      {error === null || isShort ? null : <div className="wp-warning">{error}</div>}
    </div>
  );
}
