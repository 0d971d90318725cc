import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ReportSearch } from '../report-search.ts';
import { listCustomIds } from './list-custom-ids.ts';
import { useCustomMetrics } from './use-custom-metrics.ts';

// Shows the children when the custom metrics that they use are loaded. Other reports do not wait.
export function WithCustomMetrics({
  search,
  children,
}: {
  search: ReportSearch;
  children: ReactNode;
}): ReactNode {
  const { isLoading } = useCustomMetrics();
  return isLoading && listCustomIds(search).length > 0 ? <Skeleton h={400} /> : children;
}
