import { Anchor, Group, Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { use, type ReactNode } from 'react';
import { dimensionLabel, formatDimensionValue } from '../../lib/reports/dimension-labels.ts';
import { FieldNamingContext } from '../../lib/reports/field-naming.ts';
import type { DrillStep, ReportSearch } from './report-search.ts';
import { climbTo, dimensionsOf, filtersOfStep } from './report-steps.ts';
import type { Report } from './report.ts';

// Shows the rows that the report was drilled into. Each step goes back to the report in which the row was chosen.
export function DrillPath({ search, labels }: { search: ReportSearch; labels: Report['labels'] }): ReactNode {
  const { labels: names } = use(FieldNamingContext);
  const path = search.path ?? [];
  if (path.length === 0) return null;
  const current = dimensionsOf(search).map((id) => dimensionLabel(id, names));
  const nameOf = (step: DrillStep) =>
    filtersOfStep(step)
      .map(
        ({ field, values: [value] }) =>
          `${dimensionLabel(field, names)}: ${formatDimensionValue(field, value, labels[field])}`,
      )
      .join(', ');
  return (
    <Group component="nav" aria-label="Drill-down" gap={4} mb="sm">
      {['All', ...path.slice(0, -1).map(nameOf)].map((name, at) => (
        // The index is the key, because steps keep their position.
        // oxlint-disable-next-line react/no-array-index-key
        <Group key={at} gap={4} wrap="nowrap">
          <Anchor
            size="sm"
            renderRoot={(root) => <Link {...root} to="/reports" search={climbTo(search, at)} />}
          >
            {name}
          </Anchor>
          <IconChevronRight size={14} aria-hidden color="var(--mantine-color-dimmed)" />
        </Group>
      ))}
      <Text size="sm" fw={600} aria-current="page">
        {path.slice(-1).map(nameOf).join('')}
      </Text>
      <Text size="sm" c="dimmed">
        by {current.join(' › ')}
      </Text>
    </Group>
  );
}
