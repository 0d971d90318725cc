import { Button, Group, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AuditEntry } from '../../lib/api.ts';
import type { AuditSearch } from '../../lib/audit-search.ts';
import { useWorkspace } from '../../lib/current-workspace.ts';
import { RangePicker } from '../../ui/range-picker.tsx';
import { actionKinds, formatAction } from './format-action.ts';

type Change = { [name in keyof AuditSearch]?: AuditSearch[name] | undefined };
type Choice = { value: string; label: string };

const actorKinds: Choice[] = [
  { value: 'user', label: 'Members' },
  { value: 'key', label: 'API keys' },
  { value: 'agent', label: 'AI agents' },
  { value: 'operator', label: 'Operator' },
  { value: 'system', label: 'Waypost' },
];

export function AuditFilters({
  search: { actor, action, subjectId, range },
  today,
  rows,
  change,
}: {
  search: AuditSearch;
  today: string;
  rows: readonly AuditEntry[] | undefined;
  change: (change: Change) => void;
}): ReactNode {
  const actors = useActors(actor, rows);
  const kinds = Object.entries(actionKinds).map(([value, label]) => ({ value, label }));
  const subject = rows?.find((row) => row.subjectId === subjectId)?.subjectName ?? 'Record';
  return (
    <Group gap="sm" mb="sm" role="group" aria-label="Filters">
      <Select
        aria-label="Actor"
        placeholder="All actors"
        data={actors}
        value={actor ?? null}
        searchable
        clearable
        w={220}
        onChange={(chosen) => change({ actor: chosen ?? undefined })}
      />
      <Select
        aria-label="Action"
        placeholder="All actions"
        data={
          action === undefined || Object.hasOwn(actionKinds, action)
            ? kinds
            : [{ value: action, label: formatAction(action) }, ...kinds]
        }
        value={action ?? null}
        searchable
        clearable
        w={220}
        onChange={(chosen) => change({ action: chosen ?? undefined })}
      />
      <RangePicker
        range={range ?? ''}
        today={today}
        onChoose={(chosen) => change({ range: chosen })}
        onAll={() => change({ range: undefined })}
      />
      {subjectId === undefined ? null : (
        <Button
          variant="light"
          rightSection={<IconX size={14} aria-hidden />}
          aria-label={`Remove filter: ${subject}`}
          onClick={() => change({ subjectId: undefined })}
        >
          {subject}
        </Button>
      )}
    </Group>
  );
}

/**
 * Returns the choices for the actor filter: actor types, current members and, if selected, a former member or other
 * actor.
 */
function useActors(chosen: string | undefined, rows: readonly AuditEntry[] | undefined) {
  const { workspace, api } = useWorkspace();
  const { data } = useQuery({
    queryKey: [workspace.id, 'members'],
    queryFn: ({ signal }) => api.listMembers({ query: { limit: 500, sort: 'role' }, signal }),
  });
  const people = data?.items.map(({ id, email }) => ({ value: id, label: email })) ?? [];
  const isKnown = [...actorKinds, ...people].some(({ value }) => value === chosen);
  const other = rows?.find(({ actor }) => actor.id === chosen)?.actor.label ?? 'Unknown actor';
  return [
    { group: 'Actor type', items: actorKinds },
    { group: 'Members', items: people },
    ...(chosen === undefined || isKnown
      ? []
      : [{ group: 'Other', items: [{ value: chosen, label: other }] }]),
  ];
}
