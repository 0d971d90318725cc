import { SimpleGrid, Skeleton, Stack, Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RecordSearch } from '../../lib/records/record-search.ts';
import { ErrorNote } from '../error-note.tsx';
import { FigureGrid, figureMetrics } from '../numbers/figures.tsx';
import { Page } from '../page.tsx';

// Shows the page of a record. `children` is undefined while the record is loading.
export function RecordFrame({
  title,
  actions,
  error,
  retry,
  children,
}: {
  title: string;
  actions: ReactNode;
  error: Error | null;
  retry: () => void;
  children: ReactNode | undefined;
}): ReactNode {
  return (
    <Page title={title} actions={actions}>
      {error === null ? null : <ErrorNote error={error} retry={retry} />}
      {children ?? (error === null ? <RecordSkeleton /> : null)}
    </Page>
  );
}

function RecordSkeleton(): ReactNode {
  const { tab }: RecordSearch = useSearch({ strict: false });
  return (
    <Stack gap="md" role="status" aria-label="Loading">
      <Skeleton h={36} maw={320} />
      {tab === undefined ? <OverviewSkeleton /> : <Skeleton h={320} maw={760} />}
    </Stack>
  );
}

function OverviewSkeleton(): ReactNode {
  return (
    <>
      <FigureGrid>
        {figureMetrics.map((id) => (
          <Skeleton key={id} h={62} />
        ))}
      </FigureGrid>
      <Skeleton h={250} />
      <SimpleGrid cols={{ base: 1, xl: 2 }} spacing="md">
        <Skeleton h={220} />
        <Skeleton h={220} />
      </SimpleGrid>
    </>
  );
}

type RecordTab = { id: string; label: string; content: ReactNode };

// Shows the tabs of a record. The open tab is in the URL; the first one needs no parameter.
export function RecordTabs({ tabs }: { tabs: readonly RecordTab[] }): ReactNode {
  const search: RecordSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const [first] = tabs;
  const tab = tabs.find(({ id }) => id === search.tab) ?? first;
  const open = (id: string | null) =>
    void navigate({
      to: '.',
      search: (before: RecordSearch) => withTab(before, id === first?.id ? null : id),
      replace: true,
    });
  return (
    <Tabs value={tab?.id ?? null} onChange={open} keepMounted={false}>
      <Tabs.List mb="md">
        {tabs.map(({ id, label }) => (
          <Tabs.Tab key={id} value={id}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ id, content }) => (
        <Tabs.Panel key={id} value={id}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function withTab(search: RecordSearch, tab: string | null): RecordSearch {
  const others = { ...search };
  delete others.tab;
  return tab === null ? others : { ...others, tab };
}
