import { SimpleGrid, Stack } from '@mantine/core';
import type { DimensionId, RecordDimension } from '@waypost/contract/reports/report-dimensions.ts';
import type { ReactNode } from 'react';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { BreakdownSection } from './breakdown-section.tsx';
import { LatestConversions, type ConversionFilter } from './latest-conversions.tsx';
import { Numbers, type ShownRange } from './numbers.tsx';
import { PlacementsSection } from './placements-section.tsx';

type Breakdown = { title: string; dimension: DimensionId; heading: string };

export type RecordNumbersProps = {
  dimension: RecordDimension;
  id: string;
  conversions: { filter: ConversionFilter; empty: string };
  left: readonly Breakdown[];
  right: readonly Breakdown[];
  // Shown below the breakdowns, in the same columns.
  below?: { left: ReactNode; right: ReactNode };
};

// Shows the numbers of a record: metrics, chart, breakdowns and the latest conversions. Placements are shown if the page
// knows the tokens of the record.
export function RecordNumbers(props: RecordNumbersProps): ReactNode {
  const { dimension, id } = props;
  const filters = [{ field: dimension, op: 'is' as const, values: [id] }];
  return (
    <Numbers filters={filters} defaultRange="last-7-days">
      {(shown) => <Breakdowns {...props} filters={filters} shown={shown} />}
    </Numbers>
  );
}

function Breakdowns({
  conversions,
  left,
  right,
  below,
  filters,
  shown,
}: RecordNumbersProps & {
  filters: { field: RecordDimension; op: 'is'; values: string[] }[];
  shown: ShownRange;
}): ReactNode {
  const { may } = useWorkspace();
  const sections = (breakdowns: readonly Breakdown[]) =>
    breakdowns.map((breakdown) => (
      <BreakdownSection key={breakdown.dimension} {...breakdown} filters={filters} shown={shown} />
    ));
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
      <Stack gap="md">
        {sections(left)}
        {below?.left}
      </Stack>
      <Stack gap="md">
        <PlacementsSection filters={filters} shown={shown} />
        {sections(right)}
        {may('events.read') ? <LatestConversions {...conversions} shown={shown} /> : null}
        {below?.right}
      </Stack>
    </SimpleGrid>
  );
}
