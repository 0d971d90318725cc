import { attributeOfDimension } from '@waypost/contract/visits/attribute-lists.ts';
import type {
  AttributeDimension,
  DimensionId,
  TimeDimension,
} from '@waypost/contract/reports/report-dimensions.ts';
import { columnOf } from '../domain/traffic/attribute-columns.ts';

const ids = Object.keys(attributeOfDimension) as AttributeDimension[];

export const dimensionColumns: Readonly<Record<Exclude<DimensionId, TimeDimension>, string>> = {
  campaign: 'campaign_id',
  ...(Object.fromEntries(ids.map((id) => [id, columnOf(attributeOfDimension[id])])) as Record<
    AttributeDimension,
    string
  >),
  // Not a column of the table, because tags can be added later, in separate rows, and apply to all rows of the visit.
  tag: 'tag',
  status: 'status',
};
