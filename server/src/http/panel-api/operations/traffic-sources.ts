import { pageOf } from '@waypost/contract/api/paging.ts';
import { sourceTemplates } from '@waypost/contract/campaigns/source-template-table.ts';
import {
  sourceTemplateListQuery,
  sourceTemplatesPage,
} from '@waypost/contract/campaigns/source-templates.ts';
import {
  newSourceWithTokens,
  trafficSource,
  trafficSourceChange,
  trafficSourceListQuery,
  trafficSourcesPage,
} from '@waypost/contract/campaigns/traffic-sources.ts';
import { addTrafficSource } from '../../../services/traffic-sources/create-traffic-source.ts';
import {
  archiveTrafficSource,
  archiveTrafficSources,
  getTrafficSource,
  listSourceTemplates,
  listTrafficSources,
  restoreTrafficSources,
  trafficSourceRecord,
  updateTrafficSource,
} from '../../../services/traffic-sources/traffic-sources.ts';
import { archived, noSuch, sourceInUse, strayParameter } from '../../api-v1/examples/errors.ts';
import {
  archiveTrafficSourceOperation,
  createTrafficSourceOperation,
} from '../../api-v1/operations/traffic-sources.ts';
import { trafficSourceExample } from '../examples/records.ts';
import { answerWarnings, showWarnings } from '../answer-warnings.ts';
import { inputId, type PanelOperation } from '../operation.ts';
import { changesRecord, createsRecord, type ShownRecord } from '../versioned.ts';
import { lifecycleOperations } from './lifecycle.ts';

export const trafficSourceShown: ShownRecord = {
  label: 'traffic source',
  data: trafficSource,
  example: trafficSourceExample,
  read: getTrafficSource,
};

export const trafficSourceOperations: PanelOperation[] = [
  {
    operationId: 'listTrafficSources',
    method: 'GET',
    path: '/traffic-sources',
    access: 'traffic-sources.read',
    summary: 'List traffic sources',
    query: trafficSourceListQuery,
    data: trafficSourcesPage,
    example: {
      query: { q: 'ads' },
      data: pageOf(trafficSourceExample),
      issue: { path: 'archived', message: 'must be 0, 1 or all' },
    },
    run: (context, { query }) => listTrafficSources(context, query),
  },
  answerWarnings(
    'traffic-source',
    createsRecord(trafficSourceShown, {
      operationId: 'createTrafficSource',
      method: 'POST',
      path: '/traffic-sources',
      access: 'traffic-sources.write',
      summary: createTrafficSourceOperation.summary,
      body: newSourceWithTokens,
      example: {
        body: createTrafficSourceOperation.example.body,
        issue: createTrafficSourceOperation.example.issue,
      },
      run: (context, { body }) => addTrafficSource(context, body),
    }),
  ),
  showWarnings('traffic-source', {
    operationId: 'getTrafficSource',
    method: 'GET',
    path: '/traffic-sources/{id}',
    access: 'traffic-sources.read',
    summary: 'Get a traffic source, archived or not',
    data: trafficSource,
    errors: { NOT_FOUND: { trafficSource: noSuch('traffic source') } },
    example: { data: trafficSourceExample, issue: strayParameter },
    run: (context, input) => getTrafficSource(context, inputId(input)),
  }),
  answerWarnings(
    'traffic-source',
    changesRecord(trafficSourceShown, {
      operationId: 'updateTrafficSource',
      method: 'PATCH',
      path: '/traffic-sources/{id}',
      access: 'traffic-sources.manage',
      summary: 'Update the given fields of a traffic source',
      body: trafficSourceChange,
      errors: {
        CONFLICT: { trafficSourceArchived: archived('traffic source') },
      },
      example: {
        body: { tokens: trafficSourceExample.tokens, costMacro: '[BID]' },
        issue: { path: 'tokens.0.index', message: 'must be a whole number from 1 to 15' },
      },
      run: (context, input) => updateTrafficSource(context, inputId(input), input.body),
    }),
  ),
  ...lifecycleOperations({
    record: trafficSourceShown,
    kind: trafficSourceRecord,
    path: '/traffic-sources',
    Name: 'TrafficSource',
    archive: {
      access: 'traffic-sources.write',
      description: archiveTrafficSourceOperation.description ?? '',
      conflict: { sourceInUse },
      run: archiveTrafficSource,
      runMany: archiveTrafficSources,
    },
    restore: { access: 'traffic-sources.write', runMany: restoreTrafficSources },
  }),
  {
    operationId: 'listSourceTemplates',
    method: 'GET',
    path: '/source-templates',
    access: 'traffic-sources.read',
    summary: 'List templates for well-known traffic sources',
    query: sourceTemplateListQuery,
    data: sourceTemplatesPage,
    example: { data: pageOf(...sourceTemplates.slice(0, 1)), issue: strayParameter },
    run: (context, { query }) => listSourceTemplates(context, query),
  },
];
