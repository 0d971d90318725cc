import { pageOf } from '@waypost/contract/api/paging.ts';
import {
  newRotator,
  panelRotator,
  rotatorChange,
  rotatorListQuery,
  rotatorPathListQuery,
  rotatorPathsPage,
  rotatorRules,
  rotatorRulesInput,
  rotatorsPage,
} from '@waypost/contract/rotators/rotators.ts';
import { rotatorVisits } from '@waypost/contract/rotators/rotator-visits.ts';
import { savedWarnings } from '@waypost/contract/campaigns/warnings.ts';
import { duplication } from '@waypost/contract/api/records.ts';
import { countRotatorVisits } from '../../../services/rotators/count-rotator-visits.ts';
import { createRotator } from '../../../services/rotators/create-rotator.ts';
import { duplicateRotator } from '../../../services/rotators/duplicate-rotator.ts';
import {
  getRotatorRules,
  listRotatorPathPage,
  findRotatorWarnings,
} from '../../../services/rotators/rotator-rules.ts';
import {
  archiveRotator,
  archiveRotators,
  getRotator,
  listRotatorPage,
  restoreRotators,
  rotatorKind,
  updateRotator,
} from '../../../services/rotators/rotators.ts';
import { saveRotatorRules } from '../../../services/rotators/save-rotator-rules.ts';
import { archived, noSuch, strayParameter } from '../../api-v1/examples/errors.ts';
import { createRotatorOperation, getRotatorRulesOperation } from '../../api-v1/operations/rotators.ts';
import { itemsMissing, rotatorInUse, rulesConflicts } from '../examples/errors.ts';
import {
  panelIds,
  panelRotatorExample,
  panelRotatorPathExample,
  rotatorRoutingExample,
  rotatorVisitsExample,
} from '../examples/records.ts';
import { inputId, likePublic, type PanelOperation } from '../operation.ts';
import { changesRecord, createsRecord, type ShownRecord } from '../versioned.ts';
import { lifecycleOperations } from './lifecycle.ts';

const record: ShownRecord = {
  label: 'rotator',
  data: panelRotator,
  example: panelRotatorExample,
  read: getRotator,
};
const routing: ShownRecord = {
  label: 'rotator',
  data: rotatorRules,
  example: rotatorRoutingExample,
  read: getRotatorRules,
};

export const rotatorOperations: PanelOperation[] = [
  {
    operationId: 'listRotators',
    method: 'GET',
    path: '/rotators',
    access: 'rotators.read',
    summary: 'List rotators',
    query: rotatorListQuery,
    data: rotatorsPage,
    example: {
      query: { q: 'main', country: 'DE' },
      data: pageOf(panelRotatorExample),
      issue: { path: 'archived', message: 'must be 0, 1 or all' },
    },
    run: (context, { query }) => listRotatorPage(context, query),
  },
  createsRecord(record, {
    operationId: 'createRotator',
    method: 'POST',
    path: '/rotators',
    access: 'rotators.write',
    summary: createRotatorOperation.summary,
    description: 'Rules, landing pages and offers are saved with a separate operation.',
    body: newRotator,
    example: { body: createRotatorOperation.example.body },
    run: (context, { body }) => createRotator(context, body),
  }),
  {
    operationId: 'getRotator',
    method: 'GET',
    path: '/rotators/{id}',
    access: 'rotators.read',
    summary: 'Get a rotator, archived or not',
    data: panelRotator,
    errors: { NOT_FOUND: { rotator: noSuch('rotator') } },
    example: { data: panelRotatorExample, issue: strayParameter },
    run: (context, input) => getRotator(context, inputId(input)),
  },
  changesRecord(record, {
    operationId: 'updateRotator',
    method: 'PATCH',
    path: '/rotators/{id}',
    access: 'rotators.manage',
    summary: 'Update the given fields of a rotator',
    description: 'Rules are saved with a separate operation.',
    body: rotatorChange,
    errors: { CONFLICT: { rotatorArchived: archived('rotator') } },
    example: {
      body: { name: panelRotatorExample.name },
      issue: { path: 'name', message: 'must have at most 160 characters' },
    },
    run: (context, input) => updateRotator(context, inputId(input), input.body),
  }),
  ...lifecycleOperations({
    record,
    kind: rotatorKind,
    path: '/rotators',
    Name: 'Rotator',
    archive: {
      access: 'rotators.manage',
      description:
        'Fails if the rotator is used by a campaign that is not archived. Archiving an archived rotator has no effect.',
      conflict: { rotatorInUse },
      run: archiveRotator,
      runMany: archiveRotators,
    },
    restore: {
      access: 'rotators.write',
      description: 'Restores only the rotator. The landing pages and offers in its paths are not changed.',
      runMany: restoreRotators,
    },
  }),
  createsRecord(record, {
    operationId: 'duplicateRotator',
    method: 'POST',
    path: '/rotators/{id}/duplicate',
    access: 'rotators.manage',
    status: 201,
    summary: 'Duplicate a rotator, including its settings and rules',
    body: duplication,
    errors: {
      NOT_FOUND: { rotator: noSuch('rotator') },
      CONFLICT: { itemsArchived: rulesConflicts.itemsArchived },
    },
    example: { body: { name: panelRotatorExample.name } },
    run: (context, input) => duplicateRotator(context, inputId(input), input.body),
  }),
  {
    ...likePublic(getRotatorRulesOperation),
    description:
      'To change the rules, send all of them back with the version of the rotator you last fetched.',
    data: rotatorRules,
    example: { data: rotatorRoutingExample, issue: strayParameter },
    access: 'rotators.read',
    run: (context, input) => getRotatorRules(context, inputId(input)),
  },
  {
    operationId: 'countRotatorVisits',
    method: 'GET',
    path: '/rotators/{id}/visits',
    access: 'reports.read',
    summary: 'Count the visits for each of a rotator’s rules and paths in the last seven days',
    data: rotatorVisits,
    errors: { NOT_FOUND: { rotator: noSuch('rotator') } },
    example: { params: { id: panelIds.rotator }, data: rotatorVisitsExample, issue: strayParameter },
    run: (context, input) => countRotatorVisits(context, inputId(input), input.signal),
  },
  changesRecord(routing, {
    operationId: 'saveRotatorRules',
    method: 'PUT',
    path: '/rotators/{id}/rules',
    access: 'rotators.manage',
    summary: 'Replace a rotator’s rules and paths and queue its campaigns for publishing',
    description:
      'Paths whose ID starts with new- are created. The response warns about rules that no visitor reaches or that leave no visitors for later rules.',
    body: rotatorRulesInput,
    more: savedWarnings,
    errors: {
      NOT_FOUND: { itemsMissing },
      CONFLICT: { rotatorArchived: archived('rotator'), ...rulesConflicts },
    },
    example: {
      body: rotatorRoutingExample,
      data: { version: rotatorRoutingExample.version + 1, warnings: [] },
      issue: { path: 'defaultPathId', message: 'must be one of the paths' },
    },
    run: async (context, input) => ({
      warnings: findRotatorWarnings(await saveRotatorRules(context, inputId(input), input.body)),
    }),
  }),
  {
    operationId: 'listRotatorPaths',
    method: 'GET',
    path: '/rotator-paths',
    access: 'rotators.read',
    summary: 'List rotator paths',
    query: rotatorPathListQuery,
    data: rotatorPathsPage,
    example: {
      query: { rotatorId: panelIds.rotator },
      data: pageOf(panelRotatorPathExample),
      issue: { path: 'rotatorId', message: 'must be a UUID' },
    },
    run: (context, { query }) => listRotatorPathPage(context, query),
  },
];
