import { attributeOfDimension } from '@waypost/contract/attribute-lists.ts';
import type { AttributeDimension, DimensionId, TimeDimension } from '@waypost/contract/report-dimensions.ts';
import { columnOf } from '../domain/traffic/attribute-columns.ts';

const ids = Object.keys(attributeOfDimension) as AttributeDimension[];

/** The columns that dimensions are. */
export const dimensionColumns: Readonly<Record<Exclude<DimensionId, TimeDimension>, string>> = {
  campaign: 'campaign_id',
  ...(Object.fromEntries(ids.map((id) => [id, columnOf(attributeOfDimension[id])])) as Record<
    AttributeDimension,
    string
  >),
  // Not the column of a row: tags that came later, in rows of their own, hold for everything that the visit did.
  tag: 'tag',
  status: 'status',
};
