import { Box, Button, Stack } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import type { Postback } from '../../lib/api/api.ts';
import { readLogSearch, type LogSearch } from '../../lib/records/log-search.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { refreshFirstPage, useLogPages } from '../../lib/records/use-log-pages.ts';
import { LogFilters } from '../../ui/log/log-filters.tsx';
import { clockColumn } from '../../ui/log/clock-column.ts';
import { LogTable } from '../../ui/log/log-table.tsx';
import { Page } from '../../ui/page.tsx';
import { useNamesIn } from '../../ui/record/use-names-in.ts';
import type { Column } from '../../ui/table/column.ts';
import { PostbackDrawer } from './postback-drawer.tsx';
import { ReceiversSection } from './receivers-section.tsx';
import { triggerLabels } from '../../lib/format/trigger-labels.ts';
import { formatOutcome, stateNames } from './format-postback.ts';
import { TestDrawer } from './test-drawer.tsx';

const stateChoices = Object.entries(stateNames).map(([value, label]) => ({ value, label }));

export function PostbacksPage(): ReactNode {
  const search: LogSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  const { workspace, may } = useWorkspace();
  const [isTesting, setTesting] = useState(false);
  const { campaignId, state } = search;
  const pages = usePostbacks({ campaignId, state });
  const rows = pages.data;
  const names = useNamesIn([...new Set(rows?.map((row) => row.campaignId))], ['campaigns']);
  const columns = useMemo(() => postbackColumns(names, workspace.timezone), [names, workspace.timezone]);
  const go = (change: LogChange) =>
    void navigate({ to: '/postbacks', search: (before: object) => readLogSearch({ ...before, ...change }) });
  const opened = search.open === undefined ? undefined : rows?.find(({ id }) => id === search.open);
  return (
    <Page
      title="Postbacks (outgoing)"
      actions={
        may('postbacks.test') ? (
          <Button
            variant="default"
            leftSection={<IconSend size={14} aria-hidden />}
            onClick={() => setTesting(true)}
          >
            Test postback
          </Button>
        ) : null
      }
    >
      <Stack gap="md">
        <ReceiversSection />
        <Box h="70dvh" display="flex" style={{ flexDirection: 'column' }}>
          <LogFilters
            kind={{
              label: 'Status',
              placeholder: 'All statuses',
              choices: stateChoices,
              value: state,
              onChoose: (chosen) => go({ state: chosen }),
            }}
            campaignId={campaignId}
            change={go}
          />
          <LogTable
            pages={pages}
            newest="createdAt"
            name="postbacks"
            label="Postbacks"
            columns={columns}
            rows={rows}
            pathOf={({ id }) =>
              router.buildLocation({ to: '/postbacks', search: { ...search, open: id } }).href
            }
            empty={
              state === undefined && campaignId === undefined
                ? 'No postbacks in the last 30 days.'
                : 'No postbacks match these filters.'
            }
          />
        </Box>
      </Stack>
      {opened === undefined ? null : (
        <PostbackDrawer
          postback={opened}
          campaignName={names.get(opened.campaignId)}
          close={() => go({ open: undefined })}
        />
      )}
      {isTesting ? <TestDrawer close={() => setTesting(false)} /> : null}
    </Page>
  );
}

type LogChange = { [name in keyof LogSearch]?: LogSearch[name] | undefined };

function usePostbacks(filters: { campaignId: string | undefined; state: LogSearch['state'] | undefined }) {
  const { api } = useWorkspace();
  return useLogPages(
    ['listPostbacks', filters],
    (page, signal) => api.listPostbacks({ query: { ...filters, ...page }, signal }),
    { refetchInterval: refreshFirstPage },
  );
}

function postbackColumns(names: ReadonlyMap<string, string>, timezone: string): Column<Postback>[] {
  return [
    clockColumn({ id: 'createdAt', label: 'Created', timezone }, ({ createdAt }) => createdAt),
    { id: 'state', label: 'Status', value: ({ state }) => stateNames[state], widthPx: 100, isMain: true },
    { id: 'outcome', label: 'Last attempt', value: formatOutcome, widthPx: 320 },
    { id: 'attempts', label: 'Attempts', value: ({ attempts }) => attempts, widthPx: 96 },
    { id: 'receiver', label: 'Receiver', value: ({ origin }) => origin, widthPx: 220 },
    { id: 'campaign', label: 'Campaign', value: (row) => names.get(row.campaignId) ?? null, widthPx: 180 },
    {
      id: 'occasion',
      label: 'Trigger',
      value: ({ occasion }) => triggerLabels[occasion],
      widthPx: 140,
      isExtra: true,
    },
  ];
}
