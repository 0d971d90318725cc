import { rotatorRules } from '@waypost/contract/rotators.ts';
import { getRotatorRules } from '../../../services/rotators/get-rotator-rules.ts';
import type { Operation } from '../operation.ts';

export const getRotatorRulesOperation: Operation = {
  method: 'GET',
  path: '/rotators/{id}/rules',
  scope: 'read',
  summary: 'Shows the routing rules of a rotator, its paths and their pools',
  data: rotatorRules,
  errors: ['NOT_FOUND'],
  run: (context, { id }) => getRotatorRules(context, id),
};
