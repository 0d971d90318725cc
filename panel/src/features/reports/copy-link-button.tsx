import { Button, Menu } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { formatDays, namedRanges, writeRange } from '../../lib/time/date-range.ts';
import { showDone } from '../../ui/record/undo.tsx';
import { inWorkspace } from '../../ui/table/row-actions.ts';
import type { ReportSearch } from './report-search.ts';
import type { RequestedReport } from './use-report-definition.ts';

// Copies a link to the report, with its dates or with a range such as the last 7 days.
export function CopyLinkButton({
  search,
  requested: { definition, range },
}: {
  search: ReportSearch;
  requested: RequestedReport;
}): ReactNode {
  const { workspace } = useWorkspace();
  const router = useRouter();
  const { from, to } = definition;
  const copy = async (chosen: string) => {
    const { href } = router.buildLocation({ to: '/reports', search: { ...search, range: chosen } });
    await navigator.clipboard.writeText(`${location.origin}${inWorkspace(href, workspace.id)}`);
    showDone('Link copied.', undefined);
  };
  const fixed = writeRange({ from, to });
  const name = Object.entries(namedRanges).find(([id]) => id === range)?.[1];
  return (
    <Menu shadow="md" position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconLink size={14} aria-hidden />}>
          Copy link
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void copy(fixed)}>With these dates: {formatDays({ from, to })}</Menu.Item>
        {name === undefined ? null : (
          <Menu.Item onClick={() => void copy(range)}>With the range: {name}</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
