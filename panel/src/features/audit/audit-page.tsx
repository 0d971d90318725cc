import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import type { AuditEntry } from '../../lib/api/api.ts';
import { readAuditSearch, type AuditSearch } from './audit-search.ts';
import { dayIn, readRange } from '../../lib/time/date-range.ts';
import { dayBounds } from '../../lib/time/day-bounds.ts';
import { fieldLabel } from '../../lib/format/field-label.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { now } from '../../lib/time/now.ts';
import { useStore } from '../../lib/api/store.ts';
import { refreshFirstPage, useLogPages } from '../../lib/records/use-log-pages.ts';
import { clockColumn } from '../../ui/log/clock-column.ts';
import { LogTable } from '../../ui/log/log-table.tsx';
import { Page } from '../../ui/page.tsx';
import type { Column } from '../../ui/table/column.ts';
import { AuditDrawer } from './audit-drawer.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { formatAction } from './format-action.ts';

export function AuditPage(): ReactNode {
  const search: AuditSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  const { workspace } = useWorkspace();
  const today = dayIn(workspace.timezone, useStore(now));
  const pages = useAudit(search, today);
  const rows = pages.data;
  const columns = useMemo(() => auditColumns(workspace.timezone), [workspace.timezone]);
  const go = (change: { [name in keyof AuditSearch]?: AuditSearch[name] | undefined }) =>
    void navigate({
      to: '/audit-log',
      search: (before: object) => readAuditSearch({ ...before, ...change }),
    });
  const opened = search.open === undefined ? undefined : rows?.find(({ id }) => id === search.open);
  return (
    <Page title="Audit log" isFull>
      <AuditFilters search={search} today={today} rows={rows} change={go} />
      <LogTable
        pages={pages}
        newest="at"
        name="audit-log"
        label="Changes"
        columns={columns}
        rows={rows}
        pathOf={({ id }) => router.buildLocation({ to: '/audit-log', search: { ...search, open: id } }).href}
        empty="No changes match these filters. Remove a filter or choose a different time range."
      />
      {opened === undefined ? null : (
        <AuditDrawer
          entry={opened}
          close={() => go({ open: undefined })}
          narrow={(change) =>
            go({
              actor: undefined,
              action: undefined,
              subjectId: undefined,
              range: undefined,
              open: undefined,
              ...change,
            })
          }
        />
      )}
    </Page>
  );
}

function useAudit({ actor, action, subjectId, range }: AuditSearch, today: string) {
  const { api, workspace } = useWorkspace();
  const days = range === undefined ? undefined : readRange(range, today);
  const filters = {
    actor,
    action,
    subjectId,
    ...(days === undefined ? {} : dayBounds(days, workspace.timezone)),
  };
  return useLogPages(
    ['listAuditLog', filters],
    (page, signal) => api.listAuditLog({ query: { ...filters, ...page }, signal }),
    { refetchInterval: refreshFirstPage },
  );
}

function auditColumns(timezone: string): Column<AuditEntry>[] {
  return [
    clockColumn({ id: 'at', label: 'Time', timezone }, ({ at }) => at),
    { id: 'action', label: 'Action', value: ({ action }) => formatAction(action), widthPx: 220 },
    { id: 'subject', label: 'Record', value: ({ subjectName }) => subjectName, widthPx: 220 },
    { id: 'actor', label: 'Actor', value: ({ actor }) => actor.label, widthPx: 200 },
    { id: 'changes', label: 'Changed fields', value: formatChanged, widthPx: 300 },
    { id: 'address', label: 'IP address', value: ({ address }) => address, widthPx: 150, isExtra: true },
  ];
}

function formatChanged({ changes }: AuditEntry): string {
  return changes.map(({ field }) => fieldLabel(field)).join('; ');
}
