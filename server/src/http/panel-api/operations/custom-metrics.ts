import { pageOf } from '@waypost/contract/api/paging.ts';
import {
  customMetric,
  customMetricChange,
  customMetricListQuery,
  customMetricPage,
  newCustomMetric,
} from '@waypost/contract/reports/custom-metrics.ts';
import { z } from 'zod';
import {
  createCustomMetric,
  deleteCustomMetric,
  getCustomMetric,
  listCustomMetrics,
  tooManyCustomMetrics,
  updateCustomMetric,
} from '../../../services/custom-metrics/custom-metrics.ts';
import { noSuch, strayParameter } from '../../api-v1/examples/errors.ts';
import { customMetricExample } from '../examples/records.ts';
import { inputId, type PanelOperation } from '../operation.ts';
import { changesRecord, createsRecord, type ShownRecord } from '../versioned.ts';

const record: ShownRecord = {
  label: 'custom metric',
  data: customMetric,
  example: customMetricExample,
  read: getCustomMetric,
};
const NOT_FOUND = { customMetric: noSuch('custom metric') };
const { name, formula, format, decimals } = customMetricExample;
const path = '/custom-metrics';

export const customMetricOperations: PanelOperation[] = [
  {
    operationId: 'listCustomMetrics',
    method: 'GET',
    path,
    access: 'reports.read',
    summary: 'List the custom metrics of the workspace',
    query: customMetricListQuery,
    data: customMetricPage,
    example: {
      query: { q: 'margin' },
      data: pageOf(customMetricExample),
      issue: {
        path: 'sort',
        message: 'must be one of name, -name, createdAt, -createdAt, updatedAt, -updatedAt',
      },
    },
    run: (context, { query }) => listCustomMetrics(context, query),
  },
  createsRecord(record, {
    operationId: 'createCustomMetric',
    method: 'POST',
    path,
    access: 'custom-metrics.write',
    summary: 'Create a custom metric',
    description: 'The error for an invalid formula names the position of the mistake.',
    status: 201,
    body: newCustomMetric,
    errors: {
      CONFLICT: { tooManyCustomMetrics: { message: tooManyCustomMetrics, details: { reason: 'too-many' } } },
    },
    example: {
      body: { name, formula, format, decimals },
      issue: {
        path: 'formula',
        message: 'Unknown metric "revnue" at character 1. Did you mean revenue?',
      },
    },
    run: (context, { body }) => createCustomMetric(context, body),
  }),
  {
    operationId: 'getCustomMetric',
    method: 'GET',
    path: `${path}/{id}`,
    access: 'reports.read',
    summary: 'Get a custom metric',
    data: customMetric,
    errors: { NOT_FOUND },
    example: { data: customMetricExample, issue: strayParameter },
    run: (context, input) => getCustomMetric(context, inputId(input)),
  },
  changesRecord(record, {
    operationId: 'updateCustomMetric',
    method: 'PATCH',
    path: `${path}/{id}`,
    access: 'custom-metrics.write',
    summary: 'Update a custom metric',
    description: 'Reports use the new formula for all time ranges.',
    body: customMetricChange,
    example: { body: { formula } },
    run: (context, input) => updateCustomMetric(context, inputId(input), input.body),
  }),
  {
    operationId: 'deleteCustomMetric',
    method: 'DELETE',
    path: `${path}/{id}`,
    access: 'custom-metrics.write',
    summary: 'Delete a custom metric permanently',
    description: 'Saved reports keep their other columns. The ID of the metric is not used again.',
    data: z.null(),
    errors: { NOT_FOUND },
    example: { data: null, issue: strayParameter },
    run: (context, input) => deleteCustomMetric(context, inputId(input)),
  },
];
