import type { DimensionId } from '@waypost/contract/reports/report-dimensions.ts';
import { useMemo } from 'react';
import type { NamedRecordType } from '../../lib/records/named-records.ts';
import type { ReportFilter } from './report-search.ts';
import { useNamesIn } from '../../ui/record/use-names-in.ts';

type Labels = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const dimensionRecordTypes: Readonly<Partial<Record<DimensionId, NamedRecordType>>> = {
  campaign: 'campaigns',
  trafficSource: 'traffic-sources',
  affiliateNetwork: 'affiliate-networks',
  rotator: 'rotators',
  landing: 'landings',
  offer: 'offers',
};

/** Adds the names of the records in filters, because a report response names only the records in its rows. */
export function useFilterLabels(filters: readonly ReportFilter[], labels: Labels): Labels {
  const fields = filters.map(({ field }) => field as DimensionId);
  const named = useNamesIn(
    filters.map(({ values }) => values),
    [...new Set(fields.flatMap((field) => dimensionRecordTypes[field] ?? []))],
  );
  return useMemo(() => {
    const names = Object.fromEntries(named);
    const all = Object.keys(dimensionRecordTypes).map(
      (field) => [field, { ...labels[field], ...names }] as const,
    );
    return { ...labels, ...Object.fromEntries(all) };
  }, [named, labels]);
}
