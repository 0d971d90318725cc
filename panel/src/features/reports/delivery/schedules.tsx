import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { ListedReport, ReportSchedule } from '../../../lib/api/api.ts';
import { useWorkspace } from '../../../lib/api/current-workspace.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { showDone } from '../../../ui/record/undo.tsx';
import { ScheduleForm } from './schedule-form.tsx';
import { ScheduleItem } from './schedule-item.tsx';

// While a report is being sent, its result is expected within seconds.
const pollMs = 2_000;

export function Schedules({
  reports,
  opened,
}: {
  reports: readonly ListedReport[];
  opened: ListedReport | undefined;
}): ReactNode {
  const { workspace, api } = useWorkspace();
  const queries = useQueryClient();
  // `new` while a schedule is created.
  const [edited, setEdited] = useState<ReportSchedule | 'new'>();
  const [removed, setRemoved] = useState<ReportSchedule>();
  const key = [workspace.id, 'listReportSchedules'];
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.listReportSchedules({ query: { limit: 100 }, signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ last }) => last?.state === 'waiting') === true ? pollMs : false,
  });
  const refresh = () => void queries.invalidateQueries({ queryKey: key });
  const send = useMutation({
    mutationFn: ({ id }: ReportSchedule) => api.sendReportNow(id),
    onSuccess: () => showDone('Sending the report.', undefined),
    onSettled: refresh,
  });
  const pause = useMutation({
    mutationFn: ({ id, version, state }: ReportSchedule) =>
      api.updateReportSchedule(id, { isPaused: state === 'active', version }),
    onSettled: refresh,
  });
  const failed = error ?? send.error ?? pause.error;
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        Times are in the time zone of the workspace, {workspace.timezone}.
      </Text>
      <div>
        <Button onClick={() => setEdited('new')}>New schedule</Button>
      </div>
      {failed === null ? null : <ErrorNote error={failed} retry={() => void refetch()} />}
      {data === undefined && error === null ? <Skeleton h={80} /> : null}
      {data?.items.length === 0 ? (
        <Text c="dimmed">No schedules yet. A schedule sends a saved report by email or to Telegram.</Text>
      ) : null}
      {data === undefined || data.items.length === 0 ? null : (
        <Stack component="ul" aria-label="Schedules" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
          {data.items.map((schedule) => (
            <ScheduleItem
              key={schedule.id}
              schedule={schedule}
              onSend={() => send.mutate(schedule)}
              onPause={() => pause.mutate(schedule)}
              onEdit={() => setEdited(schedule)}
              onRemove={() => setRemoved(schedule)}
            />
          ))}
        </Stack>
      )}
      {edited === undefined ? null : (
        <ScheduleForm
          reports={reports}
          opened={opened}
          schedule={edited === 'new' ? undefined : edited}
          onSaved={refresh}
          close={() => setEdited(undefined)}
        />
      )}
      {removed === undefined ? null : (
        <RemoveSchedule schedule={removed} onRemoved={refresh} close={() => setRemoved(undefined)} />
      )}
    </Stack>
  );
}

function RemoveSchedule({
  schedule: { id, reportName },
  onRemoved,
  close,
}: {
  schedule: ReportSchedule;
  onRemoved: () => void;
  close: () => void;
}): ReactNode {
  const { api } = useWorkspace();
  const remove = useMutation({
    mutationFn: () => api.deleteReportSchedule(id),
    onSuccess: () => {
      showDone('Schedule deleted.', undefined);
      onRemoved();
      close();
    },
  });
  return (
    <Confirm
      title={`Delete the schedule of “${reportName}”?`}
      action="Delete schedule"
      doing={remove}
      close={close}
    >
      The report is no longer sent. The saved report stays.
    </Confirm>
  );
}
