import { rotatorRules } from '@waypost/contract/rotators.ts';
import { getRotatorRules } from '../../../services/rotators/get-rotator-rules.ts';
import { noSuch, strayParameter } from '../example-errors.ts';
import { rotatorRulesExample } from '../example-records.ts';
import type { Operation } from '../operation.ts';

export const getRotatorRulesOperation: Operation = {
  operationId: 'getRotatorRules',
  method: 'GET',
  path: '/rotators/{id}/rules',
  scope: 'read',
  summary: 'Shows the routing rules of a rotator, its paths and their pools',
  description: 'They are edited in the panel.',
  data: rotatorRules,
  errors: { NOT_FOUND: { rotator: noSuch('rotator') } },
  example: { data: rotatorRulesExample, issue: strayParameter },
  run: (context, { id }) => getRotatorRules(context, id),
};
