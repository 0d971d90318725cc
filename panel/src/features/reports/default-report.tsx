import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { usePreferences } from '../../lib/api/preferences.ts';
import { readReportSearch, type ReportSearch } from './report-search.ts';
import { searchOf } from './saved-definition.ts';

// Opens a saved report if the URL has nothing but its ID, and the person's default report if the URL names no report.
// Otherwise, and without a default, shows the children.
export function DefaultReport({
  search,
  children,
}: {
  search: ReportSearch;
  children: ReactNode;
}): ReactNode {
  const { workspace, api } = useWorkspace();
  const { preferences, isFailed } = usePreferences();
  // The URL may name the workspace.
  const { saved, ...rest } = readReportSearch(search);
  const isEmpty = Object.keys(rest).length === 0;
  const id = isEmpty ? (saved ?? preferences?.reports[workspace.id]) : undefined;
  const { data, error } = useQuery({
    queryKey: [workspace.id, 'getSavedReport', id],
    queryFn: ({ signal }) => api.getSavedReport(id ?? '', { signal }),
    enabled: id !== undefined,
    // The report may have been deleted, or may no longer be shared.
    retry: false,
  });
  const isUnset = id === undefined && (preferences !== undefined || isFailed);
  if (!isEmpty || isUnset || error !== null) return children;
  if (data === undefined || data.id !== id) return null;
  return <Navigate to="/reports" search={searchOf(data.question, { range: 'today' }, data.id)} replace />;
}
