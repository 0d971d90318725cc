import { Button, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AuditEntry } from '../../lib/api/api.ts';
import type { AuditSearch } from './audit-search.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { RangePicker } from '../../ui/range-picker.tsx';
import { actorChoices } from './actor-choices.ts';
import { actionKinds, formatAction } from './format-action.ts';
import { Toolbar } from '../../ui/toolbar.tsx';

type AuditSearchChange = { [name in keyof AuditSearch]?: AuditSearch[name] | undefined };
export function AuditFilters({
  search: { actor, action, subjectId, range },
  today,
  rows,
  change,
}: {
  search: AuditSearch;
  today: string;
  rows: readonly AuditEntry[] | undefined;
  change: (change: AuditSearchChange) => void;
}): ReactNode {
  const actors = useActors(actor, rows);
  const kinds = Object.entries(actionKinds).map(([value, label]) => ({ value, label }));
  const subject = rows?.find((row) => row.subjectId === subjectId)?.subjectName ?? 'Record';
  return (
    <Toolbar label="Filters">
      <RangePicker
        range={range ?? ''}
        today={today}
        onChoose={(chosen) => change({ range: chosen })}
        onAll={() => change({ range: undefined })}
      />
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
    </Toolbar>
  );
}

function useActors(chosen: string | undefined, rows: readonly AuditEntry[] | undefined) {
  const { workspace, api } = useWorkspace();
  const { data } = useQuery({
    queryKey: [workspace.id, 'members'],
    queryFn: ({ signal }) => api.listMembers({ query: { limit: 500, sort: 'role' }, signal }),
  });
  return actorChoices(chosen, data?.items ?? [], rows);
}
