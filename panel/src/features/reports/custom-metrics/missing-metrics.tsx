import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { isKnownMetric } from '../../../lib/format/describe-metric.ts';
import type { ReportSearch } from '../report-search.ts';
import { listCustomIds } from './list-custom-ids.ts';

// Explains why columns or filters of a saved report or link are missing.
export function MissingMetrics({ search }: { search: ReportSearch }): ReactNode {
  const missing = listCustomIds(search).filter((id) => !isKnownMetric(id));
  if (missing.length === 0) return null;
  const several = missing.length > 1;
  return (
    <Alert variant="light" color="yellow" mb="sm" role="status">
      {`This report uses ${several ? `${missing.length} custom metrics that were` : 'a custom metric that was'} deleted (${missing.join(', ')}). Columns and filters with ${several ? 'them' : 'it'} are left out.`}
    </Alert>
  );
}
