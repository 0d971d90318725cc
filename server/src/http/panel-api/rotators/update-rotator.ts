import { rotatorChange } from '@waypost/contract/rotators.ts';
import { z } from 'zod';
import { updateRotator } from '../../../services/rotators/update-rotator.ts';
import { archived, noSuch } from '../../api-v1/example-errors.ts';
import { staleVersion } from '../example-errors.ts';
import { inputId } from '../input-id.ts';
import type { PanelOperation } from '../operation.ts';

export const updateRotatorOperation: PanelOperation = {
  operationId: 'updateRotator',
  method: 'PATCH',
  path: '/rotators/{id}',
  access: 'rotators.manage',
  summary: 'Changes the given fields of a rotator',
  description: 'Its rules are saved by an operation of their own.',
  body: rotatorChange,
  data: z.null(),
  errors: {
    NOT_FOUND: { rotator: noSuch('rotator') },
    CONFLICT: { rotatorArchived: archived('rotator'), stale: staleVersion('rotator') },
  },
  example: {
    body: { name: 'Germany, all devices' },
    data: null,
    issue: { path: 'name', message: 'must have at most 160 characters' },
  },
  run: (context, input) => updateRotator(context, inputId(input), input.body),
};
