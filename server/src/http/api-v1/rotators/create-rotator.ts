import { createdId } from '@waypost/contract/records.ts';
import { newRotator } from '@waypost/contract/rotators.ts';
import { createRotator } from '../../../services/rotators/create-rotator.ts';
import type { Operation } from '../operation.ts';

export const createRotatorOperation: Operation = {
  method: 'POST',
  path: '/rotators',
  scope: 'write',
  summary: 'Adds a rotator with an empty default path',
  body: newRotator,
  data: createdId,
  run: (context, { body }) => createRotator(context, body),
};
