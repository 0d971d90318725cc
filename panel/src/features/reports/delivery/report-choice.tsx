import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ListedReport } from '../../../lib/api/api.ts';

export function ReportChoice({
  reports,
  value,
  error,
  onChange,
}: {
  reports: readonly ListedReport[];
  value: string | null;
  error: string | undefined;
  onChange: (id: string | null) => void;
}): ReactNode {
  return (
    <Select
      label="Report"
      name="savedReportId"
      description="It always shows the report as it is saved, also after later changes."
      data={reports.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      error={error}
      searchable
      allowDeselect={false}
      nothingFoundMessage="No saved reports"
      onChange={onChange}
    />
  );
}
