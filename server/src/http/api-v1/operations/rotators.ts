import { bulkIds, createdId, restoredCount } from '@waypost/contract/api/records.ts';
import {
  newRotator,
  publicRotatorRules,
  rotator,
  rotatorFilter,
  rotatorPath,
  rotatorPathFilter,
} from '@waypost/contract/rotators/rotators.ts';
import { createRotator } from '../../../services/rotators/create-rotator.ts';
import { getPublicRotatorRules, listRotatorPaths } from '../../../services/rotators/rotator-rules.ts';
import { listRotators, restoreRotators } from '../../../services/rotators/rotators.ts';
import { parseInput } from '../../../services/parse-input.ts';
import { bulkMistake, noSuch, notAllKnown, strayParameter } from '../examples/errors.ts';
import { ids, rotatorExample, rotatorPathExample, rotatorRulesExample } from '../examples/records.ts';
import type { Operation } from '../operation.ts';

export const listRotatorsOperation: Operation = {
  kind: 'list',
  operationId: 'listRotators',
  method: 'GET',
  path: '/rotators',
  scope: 'read',
  summary: 'List rotators, oldest first',
  description: 'Archived rotators are not included.',
  query: rotatorFilter,
  data: rotator,
  example: {
    query: { q: 'mobile' },
    data: [rotatorExample],
    issue: { path: 'country', message: 'must be an ISO 3166-1 country code such as DE' },
  },
  run: (context, { query }) => listRotators(context, query),
};

export const createRotatorOperation: Operation = {
  operationId: 'createRotator',
  method: 'POST',
  path: '/rotators',
  scope: 'write',
  summary: 'Create a rotator with an empty default path',
  description: 'Rules, landing pages and offers are edited in the panel.',
  body: newRotator,
  data: createdId,
  example: {
    body: { name: rotatorExample.name, shared: false, country: 'DE' },
    data: { id: ids.rotator },
    issue: { path: 'name', message: 'must not be empty' },
  },
  run: (context, { body }) => createRotator(context, body),
};

export const restoreRotatorsOperation: Operation = {
  operationId: 'restoreRotators',
  method: 'POST',
  path: '/rotators/restore',
  scope: 'write',
  summary: 'Restore archived rotators, all or none',
  description: 'Restores only the rotators. The landing pages and offers in their paths are not changed.',
  body: bulkIds,
  data: restoredCount,
  errors: { NOT_FOUND: { rotators: notAllKnown('rotator') } },
  example: { body: { ids: [ids.rotator] }, data: { restored: 1 }, issue: bulkMistake },
  run: (context, { body }) => restoreRotators(context, parseInput(bulkIds, body)),
};

export const getRotatorRulesOperation: Operation = {
  operationId: 'getRotatorRules',
  method: 'GET',
  path: '/rotators/{id}/rules',
  scope: 'read',
  summary: 'Get a rotator’s rules and paths',
  description: 'Rules are edited in the panel.',
  data: publicRotatorRules,
  errors: { NOT_FOUND: { rotator: noSuch('rotator') } },
  example: { data: rotatorRulesExample, issue: strayParameter },
  run: (context, { id }) => getPublicRotatorRules(context, id),
};

export const listRotatorPathsOperation: Operation = {
  kind: 'list',
  operationId: 'listRotatorPaths',
  method: 'GET',
  path: '/rotator-paths',
  scope: 'read',
  summary: 'List rotator paths, oldest first',
  query: rotatorPathFilter,
  data: rotatorPath,
  example: {
    query: { rotatorId: ids.rotator },
    data: [rotatorPathExample],
    issue: { path: 'rotatorId', message: 'must be a UUID' },
  },
  run: (context, { query }) => listRotatorPaths(context, query),
};
