import { Select } from '@mantine/core';
import { use, useState, type ReactNode } from 'react';
import type { PanelReportDefinition } from '../../lib/api/api.ts';
import { FieldNamingContext } from '../../lib/reports/field-naming.ts';
import { listPlacements } from '../../lib/reports/list-placements.ts';
import { BreakdownSection } from './breakdown-section.tsx';
import type { ShownRange } from './numbers.tsx';

export function PlacementsSection({
  filters,
  shown,
}: {
  filters: NonNullable<PanelReportDefinition['filters']>;
  shown: ShownRange;
}): ReactNode {
  const placements = listPlacements(use(FieldNamingContext));
  const [chosenId, setChosenId] = useState<string>();
  const chosen = placements.find(({ id }) => id === chosenId) ?? placements[0];
  if (chosen === undefined) return null;
  return (
    <BreakdownSection
      title="Placements"
      dimension={chosen.id}
      heading={chosen.label}
      filters={filters}
      shown={shown}
      chooser={
        placements.length === 1 ? undefined : (
          <Select
            aria-label="Token"
            size="xs"
            maw={220}
            data={placements.map(({ id, label }) => ({ value: id as string, label }))}
            value={chosen.id}
            allowDeselect={false}
            onChange={(value) => setChosenId(value ?? undefined)}
          />
        )
      }
    />
  );
}
