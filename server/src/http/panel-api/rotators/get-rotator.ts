import { rotator } from '@waypost/contract/rotators.ts';
import { getRotator } from '../../../services/rotators/get-rotator.ts';
import { noSuch, strayParameter } from '../../api-v1/example-errors.ts';
import { rotatorExample } from '../../api-v1/example-records.ts';
import { inputId } from '../input-id.ts';
import type { PanelOperation } from '../operation.ts';

export const getRotatorOperation: PanelOperation = {
  operationId: 'getRotator',
  method: 'GET',
  path: '/rotators/{id}',
  access: 'rotators.read',
  summary: 'Reads one rotator, archived ones too',
  data: rotator,
  errors: { NOT_FOUND: { rotator: noSuch('rotator') } },
  example: { data: rotatorExample, issue: strayParameter },
  run: (context, input) => getRotator(context, inputId(input)),
};
