import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { labelFields, type FieldLabels } from '@waypost/contract/reports/field-labels.ts';
import type { FieldNamesQuery } from '@waypost/contract/reports/field-names.ts';
import { isCustomMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import { dimensionIds } from '@waypost/contract/reports/report-dimensions.ts';
import { createContext, useMemo } from 'react';
import type { UsedFieldNames } from '../api/api.ts';
import { useWorkspace } from '../api/current-workspace.ts';
import { dimensionLabel } from './dimension-labels.ts';

// Names of tokens and goal actions in a part of the panel that concerns certain records.
export type FieldNaming = {
  labels: FieldLabels;
  // Tokens, and metrics of goal actions, with a name or data. Other fields are always offered.
  used: ReadonlySet<string>;
};

export const noNaming: FieldNaming = { labels: new Map(), used: new Set() };

export const FieldNamingContext = createContext<FieldNaming>(noNaming);

const staleMs = 60_000;

// Returns `noNaming` until the names are loaded, or if there is no scope.
export function useFieldNaming(scope: FieldNamesQuery | undefined): FieldNaming {
  const { workspace, api, may } = useWorkspace();
  const { data } = useQuery({
    queryKey: [workspace.id, 'getFieldNames', scope],
    queryFn: ({ signal }) => api.getFieldNames({ query: { ...scope }, signal }),
    enabled: scope !== undefined && may('reports.read'),
    placeholderData: keepPreviousData,
    staleTime: staleMs,
  });
  return useMemo(() => (data === undefined ? noNaming : namingOf(data)), [data]);
}

export function namingOf({ tokens, goalActions }: UsedFieldNames): FieldNaming {
  const taken = dimensionIds.flatMap((id) => [id, dimensionLabel(id)]);
  return {
    labels: labelFields({ tokens, goalActions }, taken),
    used: new Set([
      ...tokens.map(({ index }) => `token${index}`),
      ...goalActions.flatMap(({ idx }) => ['event', 'revenue', 'cost', 'value'].map((part) => part + idx)),
    ]),
  };
}

// Returns true for fields that pickers offer before the user chooses to see all.
export function isOffered(id: string, { used }: FieldNaming): boolean {
  // Of the other fields, only tokens and the metrics of goal actions have numbers.
  return used.has(id) || !/\d$/.test(id) || isCustomMetricId(id);
}
