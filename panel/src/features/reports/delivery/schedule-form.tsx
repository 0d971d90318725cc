import {
  Button,
  Group,
  Modal,
  MultiSelect,
  PasswordInput,
  SegmentedControl,
  Select,
  Switch,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { ListedReport, ReportSchedule } from '../../../lib/api/api.ts';
import { useWorkspace } from '../../../lib/api/current-workspace.ts';
import { placeError } from '../../../lib/forms/use-form.ts';
import { Form } from '../../../ui/form.tsx';
import { showDone } from '../../../ui/record/undo.tsx';
import { useLayer } from '../../../ui/use-layer.ts';
import { useReturnFocus } from '../../../ui/use-return-focus.ts';
import { ReportChoice } from './report-choice.tsx';
import { formatHour, weekdays } from './describe-schedule.ts';
import { draftOf, writeNew, writeChange, type ScheduleDraft } from './schedule-draft.ts';

type FieldProps = {
  draft: ScheduleDraft;
  fields: Readonly<Record<string, string>>;
  set: (change: Partial<ScheduleDraft>) => void;
};

export function ScheduleForm(props: ScheduleFormProps): ReactNode {
  useReturnFocus();
  return (
    <Modal
      opened
      onClose={useLayer(true, props.close)}
      title={props.schedule === undefined ? 'New schedule' : 'Edit schedule'}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Fields {...props} />
    </Modal>
  );
}

type ScheduleFormProps = {
  reports: readonly ListedReport[];
  opened: ListedReport | undefined;
  schedule: ReportSchedule | undefined;
  onSaved: () => void;
  close: () => void;
};

function Fields({ reports, opened, schedule, onSaved, close }: ScheduleFormProps): ReactNode {
  const { api, me } = useWorkspace();
  const [draft, setDraft] = useState(() => draftOf(schedule, { reportId: opened?.id, userId: me.id }));
  const set = (change: Partial<ScheduleDraft>) => setDraft((before) => ({ ...before, ...change }));
  const save = useMutation({
    mutationFn: async () => {
      if (schedule === undefined) await api.createReportSchedule(writeNew(draft));
      else await api.updateReportSchedule(schedule.id, { ...writeChange(draft), version: schedule.version });
    },
    onSuccess: () => {
      showDone('Schedule saved.', undefined);
      onSaved();
      close();
    },
  });
  const { fields, other } = placeError(save.error, draft);
  const props = { draft, fields, set };
  return (
    <Form
      form={{
        onSubmit: (event) => {
          event.preventDefault();
          save.mutate();
        },
        isPending: save.isPending,
        error: other,
      }}
      submit="Save schedule"
      beside={
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
      }
    >
      {schedule === undefined ? (
        <ReportChoice
          reports={reports}
          value={draft.savedReportId}
          error={fields['savedReportId']}
          onChange={(savedReportId) => set({ savedReportId: savedReportId ?? '' })}
        />
      ) : (
        <Text fw={600}>{schedule.reportName}</Text>
      )}
      <TimeFields {...props} />
      {schedule === undefined ? (
        <SegmentedControl
          aria-label="Send by"
          data={[
            { value: 'mail', label: 'Email' },
            { value: 'telegram', label: 'Telegram' },
          ]}
          value={draft.channel}
          onChange={(channel) => set({ channel: channel === 'telegram' ? 'telegram' : 'mail' })}
        />
      ) : null}
      {draft.channel === 'mail' ? (
        <MailFields {...props} />
      ) : (
        <TelegramFields {...props} isKept={schedule !== undefined} />
      )}
      <Switch
        label="Attach all rows as CSV"
        checked={draft.attachesCsv}
        onChange={({ currentTarget }) => set({ attachesCsv: currentTarget.checked })}
      />
    </Form>
  );
}

const frequencies = [
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every week' },
  { value: 'monthly', label: 'Every month' },
] as const;

function TimeFields({ draft, fields, set }: FieldProps): ReactNode {
  const { frequency, weekday, monthDay, hour } = draft;
  const days = Array.from({ length: 31 }, (_, at) => String(at + 1));
  return (
    <Group gap="sm" align="start" grow preventGrowOverflow={false}>
      <Select
        label="Send"
        data-autofocus
        name="frequency"
        data={frequencies}
        value={frequency}
        allowDeselect={false}
        onChange={(chosen) =>
          set({ frequency: frequencies.find(({ value }) => value === chosen)?.value ?? 'daily' })
        }
      />
      {frequency === 'weekly' ? (
        <Select
          label="Weekday"
          name="weekday"
          data={weekdays.map((label, at) => ({ value: String(at + 1), label }))}
          value={String(weekday)}
          error={fields['weekday']}
          allowDeselect={false}
          onChange={(chosen) => set({ weekday: Number(chosen) })}
        />
      ) : null}
      {frequency === 'monthly' ? (
        <Select
          label="Day"
          name="monthDay"
          description="Or the last day of a shorter month."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={days}
          value={String(monthDay)}
          error={fields['monthDay']}
          allowDeselect={false}
          onChange={(chosen) => set({ monthDay: Number(chosen) })}
        />
      ) : null}
      <Select
        label="Time"
        name="hour"
        data={Array.from({ length: 24 }, (_, at) => ({ value: String(at), label: formatHour(at) }))}
        value={String(hour)}
        error={fields['hour']}
        allowDeselect={false}
        onChange={(chosen) => set({ hour: Number(chosen) })}
      />
    </Group>
  );
}

function MailFields({ draft, fields, set }: FieldProps): ReactNode {
  const { workspace, api, may } = useWorkspace();
  const { data } = useQuery({
    queryKey: [workspace.id, 'listMembers', 'recipients'],
    queryFn: ({ signal }) => api.listMembers({ query: { limit: 500, sort: 'email' }, signal }),
  });
  return (
    <>
      <MultiSelect
        label="Members"
        name="memberIds"
        data={(data?.items ?? []).map(({ id, email }) => ({ value: id, label: email }))}
        value={draft.memberIds}
        error={fields['memberIds']}
        searchable
        onChange={(memberIds) => set({ memberIds })}
      />
      <TagsInput
        label="Other addresses"
        name="addresses"
        description={
          may('reports.send-outside')
            ? 'Email addresses of people who are not members.'
            : 'Only admins can add addresses of people who are not members.'
        }
        value={draft.addresses}
        error={Object.entries(fields).find(([name]) => name.startsWith('addresses'))?.[1]}
        readOnly={!may('reports.send-outside')}
        splitChars={[',', ' ', ';']}
        onChange={(addresses) => set({ addresses })}
      />
    </>
  );
}

function TelegramFields({ draft, fields, set, isKept }: FieldProps & { isKept: boolean }): ReactNode {
  return (
    <>
      <PasswordInput
        label="Bot token"
        name="botToken"
        description={
          isKept
            ? 'Leave empty to keep the stored token.'
            : 'Create a bot with @BotFather in Telegram, and add it to the chat.'
        }
        autoComplete="off"
        value={draft.botToken}
        error={fields['botToken']}
        onChange={({ currentTarget }) => set({ botToken: currentTarget.value })}
      />
      <TextInput
        label="Chat"
        name="chatId"
        description="Chat ID such as -1001234567890, or the name of a public channel such as @channel."
        value={draft.chatId}
        error={fields['chatId']}
        onChange={({ currentTarget }) => set({ chatId: currentTarget.value })}
      />
    </>
  );
}
