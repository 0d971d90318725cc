import { Button, Group, Select } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, Outlet, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import type { ApiKey } from '../../lib/api/api.ts';
import { keyStates, readKeySearch, type KeySearch } from './key-search.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { useLogPages } from '../../lib/records/use-log-pages.ts';
import { LogTable } from '../../ui/log/log-table.tsx';
import { Timestamp } from '../../ui/timestamp.tsx';
import { Page } from '../../ui/page.tsx';
import type { Column } from '../../ui/table/column.ts';
import { ApiAccessNote } from './api-access-note.tsx';
import { formatScope } from './format-scope.ts';

const stateChoices = Object.entries(keyStates).map(([value, label]) => ({ value, label }));

export function KeysPage(): ReactNode {
  const { state }: KeySearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  const { api, may } = useWorkspace();
  const pages = useLogPages(['keys', 'list', { state }], (page, signal) =>
    api.listKeys({ query: { ...page, sort: '-createdAt', state }, signal }),
  );
  const rows = pages.data;
  return (
    <Page
      title="API keys"
      isFull
      actions={
        may('keys.create') ? (
          <Button component={Link} to="/keys/new" leftSection={<IconPlus size={14} aria-hidden />}>
            New key
          </Button>
        ) : null
      }
    >
      <ApiAccessNote />
      <Group gap="sm" mb="sm" role="group" aria-label="Filters">
        <Select
          aria-label="Status"
          placeholder="All statuses"
          data={stateChoices}
          value={state ?? null}
          clearable
          w={200}
          onChange={(chosen) => void navigate({ to: '/keys', search: readKeySearch({ state: chosen }) })}
        />
      </Group>
      <LogTable
        pages={pages}
        newest="createdAt"
        name="keys"
        label="API keys"
        columns={columns}
        rows={rows}
        pathOf={({ id }) => router.buildLocation({ to: `/keys/${id}`, search: true }).href}
        empty={
          state === undefined
            ? 'No API keys yet. Create one for each script or integration that uses this workspace.'
            : 'No API keys match this filter.'
        }
      />
      <Outlet />
    </Page>
  );
}

const columns: Column<ApiKey>[] = [
  { id: 'label', label: 'Label', value: ({ label }) => label, widthPx: 240 },
  { id: 'state', label: 'Status', value: ({ state }) => keyStates[state], widthPx: 110 },
  { id: 'scope', label: 'Scope', value: ({ scope }) => formatScope(scope), widthPx: 140 },
  {
    id: 'expiresAt',
    label: 'Expires',
    value: ({ expiresAt }) => expiresAt,
    cell: ({ expiresAt }) => <Timestamp at={expiresAt} />,
    widthPx: 150,
  },
  {
    id: 'lastUsedAt',
    label: 'Last used',
    value: ({ lastUsedAt }) => lastUsedAt,
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <Timestamp at={lastUsedAt} />),
    widthPx: 150,
  },
  {
    id: 'lastUsedNetwork',
    label: 'Last used from',
    value: ({ lastUsedNetwork }) => lastUsedNetwork,
    widthPx: 150,
  },
  {
    id: 'createdAt',
    label: 'Created',
    value: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <Timestamp at={createdAt} />,
    widthPx: 150,
  },
];
