import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListedReport } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { usePreferences } from '../../lib/api/preferences.ts';
import { showDone } from '../../ui/record/undo.tsx';
import type { ReportSearch } from './report-search.ts';
import { searchOf, type SavedReportDefinition } from './saved-definition.ts';

export type SavedReportActions = {
  open: (item: ListedReport) => void;
  // Opens the Reports screen with this report, or with the standard report.
  setDefault: (item: ListedReport | undefined) => void;
  update: (item: ListedReport, definition: SavedReportDefinition) => void;
  remove: (item: ListedReport) => void;
};

export function useSavedReports(search: ReportSearch, onOpen: (search: ReportSearch) => void) {
  const { workspace, api } = useWorkspace();
  const queries = useQueryClient();
  const key = [workspace.id, 'listSavedReports'];
  const saved = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.listSavedReports({ query: { sort: 'name', limit: 100 }, signal }),
    staleTime: 30_000,
  });
  const refresh = () => void queries.invalidateQueries({ queryKey: key });
  const open = useMutation({
    mutationFn: async ({ id }: ListedReport) => await api.getSavedReport(id),
    onSuccess: (found) => onOpen(searchOf(found.question, search, found.id)),
  });
  const update = useMutation({
    mutationFn: ({ item, question }: { item: ListedReport; question: SavedReportDefinition }) =>
      api.updateSavedReport(item.id, { question, version: item.version }),
    onSuccess: () => showDone('Changes saved.', undefined),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: async ({ id }: ListedReport) => {
      const found = await api.getSavedReport(id);
      await api.deleteSavedReport(id);
      return found;
    },
    onSuccess: ({ name, question, isShared }) =>
      showDone('Saved report deleted.', async () => {
        await api.createSavedReport({ name, question, isShared });
        refresh();
      }),
    onSettled: refresh,
  });
  const actions: SavedReportActions = {
    open: (item) => open.mutate(item),
    update: (item, question) => update.mutate({ item, question }),
    remove: (item) => remove.mutate(item),
    setDefault: useSetDefault(),
  };
  return {
    ...actions,
    items: saved.data?.items ?? [],
    refresh,
    error: open.error ?? update.error ?? remove.error,
    forget: () => [open, update, remove].forEach(({ reset }) => reset()),
  };
}

function useSetDefault(): SavedReportActions['setDefault'] {
  const { workspace } = useWorkspace();
  const { change } = usePreferences();
  return (item) =>
    void change((before) => {
      const { [workspace.id]: _, ...others } = before.reports;
      return { ...before, reports: item === undefined ? others : { ...others, [workspace.id]: item.id } };
    });
}
