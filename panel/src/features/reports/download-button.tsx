import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PanelReportQuestion } from '../../lib/api.ts';
import { useHere } from '../../lib/me.ts';
import { ErrorNote } from '../../ui/error-note.tsx';

/** All rows of the question, as a file. */
export function DownloadButton({ question }: { question: PanelReportQuestion }): ReactNode {
  const { api } = useHere();
  const download = useMutation({
    mutationFn: async () => {
      const address = URL.createObjectURL(await api.exportQuestion(question));
      const link = document.createElement('a');
      link.href = address;
      link.download = `report-${question.from}-${question.to}.csv`;
      link.click();
      URL.revokeObjectURL(address);
    },
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={14} aria-hidden />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        CSV
      </Button>
      {download.error === null ? null : <ErrorNote error={download.error} close={download.reset} />}
    </>
  );
}
