import { z } from 'zod';
import {
  customMetricFormats,
  customMetricIdForm,
  customMetricLimits,
  type CustomMetricFormat,
  type CustomMetricId,
} from './custom-metric-ids.ts';
import { bothWays, listPage, listQuery, textSearch } from '../api/paging.ts';
import { readOnlyFields, timestamp } from '../api/records.ts';
import { versionNumber } from '../api/versions.ts';
import { requiredText } from '../values/text.ts';

export const customMetricForm = { type: 'string', pattern: customMetricIdForm.source };

export const customMetricId: z.ZodType<CustomMetricId> = z
  .string()
  .regex(customMetricIdForm, 'must be a custom metric such as custom1') as never;

const fields = {
  name: requiredText(customMetricLimits.nameLength),
  formula: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(customMetricLimits.formulaLength, `must have at most ${customMetricLimits.formulaLength} characters`)
    .meta({
      description:
        'Metrics and numbers with + - * / and parentheses, such as (revenue - cost) / conversions. A division by zero has no value.',
    }),
  format: z
    .enum(customMetricFormats, `must be one of ${customMetricFormats.join(', ')}`)
    .meta({ description: 'amount: in the currency of the workspace. percentage: 0.2 is shown as 20%.' }),
  decimals: z
    .int('must be a whole number from 0 to 6')
    .min(0, 'must be a whole number from 0 to 6')
    .max(6, 'must be a whole number from 0 to 6')
    .meta({ description: 'Number of decimals in tables, at most 4 for a percentage.' }),
};

const readOnly = { ...readOnlyFields, metric: readOnlyFields.id };

type Shown = { format?: CustomMetricFormat | undefined; decimals?: number | undefined };
const areDecimalsShown = ({ format, decimals = 0 }: Shown) =>
  format === undefined || decimals <= customMetricLimits.decimals[format];
const tooManyDecimals = { path: ['decimals'], message: 'must be at most 4 for a percentage' };

export const newCustomMetric = z
  .strictObject({ ...fields, ...readOnly })
  .refine(areDecimalsShown, tooManyDecimals)
  .meta({ id: 'NewCustomMetric' });

export const customMetricChange = z
  .strictObject({
    name: fields.name.optional(),
    formula: fields.formula.optional(),
    format: fields.format.optional(),
    decimals: fields.decimals.optional(),
    ...readOnly,
  })
  .meta({ id: 'CustomMetricChange', description: 'Omitted fields keep their values.' });

export const customMetric = z
  .strictObject({
    id: z.uuid(),
    metric: customMetricId.meta({ description: 'ID of the metric in reports.' }),
    name: z.string(),
    formula: z.string(),
    format: z.enum(customMetricFormats),
    decimals: z.int(),
    version: versionNumber,
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'CustomMetric' });
export type CustomMetric = z.infer<typeof customMetric>;

export const customMetricListQuery = listQuery(['name', ...bothWays('name', 'createdAt', 'updatedAt')], {
  ...textSearch,
});
export const customMetricPage = listPage(customMetric).meta({ id: 'CustomMetricPage' });
