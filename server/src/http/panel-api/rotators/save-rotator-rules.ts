import { rotatorRules, rotatorRulesInput } from '@waypost/contract/rotators.ts';
import { saveRotatorRules } from '../../../services/rotators/save-rotator-rules.ts';
import { archived, noSuch } from '../../api-v1/example-errors.ts';
import { rotatorRulesExample } from '../../api-v1/example-records.ts';
import { itemsMissing, rulesConflicts } from '../example-errors.ts';
import { inputId } from '../input-id.ts';
import type { PanelOperation } from '../operation.ts';

export const saveRotatorRulesOperation: PanelOperation = {
  operationId: 'saveRotatorRules',
  method: 'PUT',
  path: '/rotators/{id}/rules',
  access: 'rotators.manage',
  summary: 'Puts new routing in place of all that a rotator had, and queues its campaigns for publishing',
  description:
    'With the version that was read: who saves over somebody else’s change gets that change instead, as details.current. Paths whose id begins with new- are made.',
  body: rotatorRulesInput,
  data: rotatorRules,
  errors: {
    NOT_FOUND: { rotator: noSuch('rotator'), itemsMissing },
    CONFLICT: { rotatorArchived: archived('rotator'), ...rulesConflicts },
  },
  example: {
    body: rotatorRulesExample,
    data: { ...rotatorRulesExample, version: rotatorRulesExample.version + 1 },
    issue: { path: 'defaultPathId', message: 'must be one of the paths' },
  },
  run: (context, input) => saveRotatorRules(context, inputId(input), input.body),
};
