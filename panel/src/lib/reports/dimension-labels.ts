import {
  dimensionIds,
  reportDimensions,
  type DimensionId,
} from '@waypost/contract/reports/report-dimensions.ts';

export { dimensionLabel, formatDimensionValue } from '@waypost/contract/reports/dimension-labels.ts';

export const dimensionGroups: readonly { group: string; items: readonly DimensionId[] }[] = [
  { group: 'Time', items: dimensionIds.filter((id) => reportDimensions[id].kind === 'time') },
  {
    group: 'Campaigns and destinations',
    items: dimensionIds.filter((id) => reportDimensions[id].kind === 'record' || id === 'configVersion'),
  },
  {
    group: 'Visitors',
    items: dimensionIds.filter(
      (id) =>
        !['time', 'record'].includes(reportDimensions[id].kind) && !isOther(id) && id !== 'configVersion',
    ),
  },
  { group: 'Tokens and other', items: dimensionIds.filter(isOther) },
];

function isOther(id: DimensionId): boolean {
  return /^token\d+$/.test(id) || id === 'tag' || id === 'status';
}
