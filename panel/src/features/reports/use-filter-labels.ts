import type { DimensionId } from '@waypost/contract/report-dimensions.ts';
import { useMemo } from 'react';
import type { NamedRecordType } from '../../lib/named-records.ts';
import type { ReportFilter } from '../../lib/report-search.ts';
import { useNamesIn } from '../../ui/record/use-names-in.ts';

type Labels = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Dimensions of records that can be chosen by their names. */
export const dimensionRecordTypes: Readonly<Partial<Record<DimensionId, NamedRecordType>>> = {
  campaign: 'campaigns',
  trafficSource: 'traffic-sources',
  affiliateNetwork: 'affiliate-networks',
  rotator: 'rotators',
  landing: 'landings',
  offer: 'offers',
};

/** What filters name: the answer has the names of its own rows alone. */
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
