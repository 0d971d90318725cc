import { Button, Group, Menu, Progress, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { use, useRef, useState, type ReactNode } from 'react';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { FieldNamingContext } from '../../lib/reports/field-naming.ts';
import { readReportFile, saveFile } from '../../lib/api/read-file.ts';
import { comparedCsv } from './report-csv.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import type { Report } from './report.ts';
import type { RequestedReport } from './use-report-definition.ts';

export function DownloadButton({
  requested,
  report,
}: {
  requested: RequestedReport;
  report: Report;
}): ReactNode {
  const { definition } = requested;
  const { labels } = use(FieldNamingContext);
  const { progress, start, stop, error, forget } = useDownload(requested);
  const shown =
    report.period === undefined ? undefined : report.rows?.filter(({ note }) => note === undefined);
  const saveShown = () =>
    saveFile(
      new Blob([comparedCsv(shown ?? [], { ...requested, labels: report.labels, names: labels })], {
        type: 'text/csv',
      }),
      `report-${definition.from}-${definition.to}-compared.csv`,
    );
  if (error !== null) return <ErrorNote error={error} close={forget} />;
  if (progress !== undefined) return <Running lines={progress} total={report.meta?.totalRows} stop={stop} />;
  return (
    <Menu shadow="md" position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={14} aria-hidden />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {shown === undefined ? null : (
          <Menu.Item onClick={saveShown}>Displayed rows with comparison (CSV)</Menu.Item>
        )}
        <Menu.Item onClick={() => start('csv')}>All rows as CSV</Menu.Item>
        <Menu.Item onClick={() => start('xlsx')}>All rows for Excel (XLSX)</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function useDownload({ whole: definition }: RequestedReport) {
  const { workspace } = useWorkspace();
  const [progress, setProgress] = useState<number>();
  const abort = useRef<AbortController>(undefined);
  const { mutate, error, reset } = useMutation({
    mutationFn: async (format: 'csv' | 'xlsx') => {
      const controller = new AbortController();
      abort.current = controller;
      setProgress(0);
      try {
        const file = await readReportFile(workspace.id, definition, {
          format,
          signal: controller.signal,
          onLines: setProgress,
        });
        saveFile(file, `report-${definition.from}-${definition.to}.${format}`);
      } catch (failed) {
        // A download that the user aborted is not an error.
        if (!controller.signal.aborted) throw failed;
      } finally {
        setProgress(undefined);
      }
    },
  });
  return {
    progress,
    start: mutate,
    stop: () => abort.current?.abort(),
    error,
    forget: reset,
  };
}

function Running({
  lines,
  total,
  stop,
}: {
  lines: number;
  total: number | undefined;
  stop: () => void;
}): ReactNode {
  const rows = Math.max(0, lines - 1);
  const share = total === undefined || total === 0 ? 0 : Math.min(1, rows / total);
  return (
    <Group gap="xs" wrap="nowrap">
      <div>
        <Text size="xs" role="status">
          {lines === 0
            ? 'Preparing file'
            : `${count(rows)}${total === undefined ? '' : ` of ${count(total)}`} rows`}
        </Text>
        <Progress w={150} size="sm" value={share * 100} aria-label="Export progress" />
      </div>
      <Button variant="default" size="compact-sm" onClick={stop}>
        Stop
      </Button>
    </Group>
  );
}

function count(amount: number): string {
  return amount.toLocaleString('en');
}
