import { Select, Switch, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { ListedReport } from '../../../lib/api/api.ts';
import { useWorkspace } from '../../../lib/api/current-workspace.ts';
import { keyFor, type RequestKeys } from '../../../lib/api/request-keys.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { Form } from '../../../ui/form.tsx';
import { ReportChoice } from './report-choice.tsx';

const lifetimes = [7, 30, 90] as const;
const onDate = 'date';

export function NewLinkForm({
  reports,
  opened,
  onCreated,
}: {
  reports: readonly ListedReport[];
  opened: ListedReport | undefined;
  onCreated: (url: string) => void;
}): ReactNode {
  const { api } = useWorkspace();
  const [savedReportId, setReport] = useState(opened?.id ?? null);
  const [expiry, setExpiry] = useState<string>('30');
  const [allowsDownload, setDownload] = useState(false);
  const [keys] = useState<RequestKeys>({});
  const form = useForm({ savedReportId: '', label: '', expiresOn: '' }, async ({ label, expiresOn }) => {
    const days = lifetimes.find((one) => String(one) === expiry);
    const body = {
      savedReportId: savedReportId ?? '',
      allowsDownload,
      ...(label.trim() === '' ? {} : { label }),
      ...(days === undefined ? { expiresOn } : { lifetimeDays: days }),
    };
    const { url } = await api.createReportLink(body, { idempotencyKey: keyFor(keys, JSON.stringify(body)) });
    onCreated(url);
  });
  return (
    <Form form={form} submit="Create link">
      <ReportChoice
        reports={reports}
        value={savedReportId}
        error={form.bind('savedReportId').error}
        onChange={setReport}
      />
      <TextInput
        {...form.bind('label')}
        label="Label"
        data-autofocus
        description="Who the link is for, such as “Example Ads Ltd.”. Shown only in this list."
      />
      <Select
        label="Expires"
        data={[
          ...lifetimes.map((days) => ({ value: String(days), label: `After ${days} days` })),
          { value: onDate, label: 'On a date' },
        ]}
        value={expiry}
        allowDeselect={false}
        onChange={(chosen) => setExpiry(chosen ?? '30')}
      />
      {expiry === onDate ? (
        <TextInput {...form.bind('expiresOn')} label="Last day" type="date" required />
      ) : null}
      <Switch
        label="Allow CSV download"
        checked={allowsDownload}
        onChange={({ currentTarget }) => setDownload(currentTarget.checked)}
      />
    </Form>
  );
}
