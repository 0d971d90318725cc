import { createdId } from '@waypost/contract/records.ts';
import { newRotator } from '@waypost/contract/rotators.ts';
import { createRotator } from '../../../services/rotators/create-rotator.ts';
import { ids, rotatorExample } from '../example-records.ts';
import type { Operation } from '../operation.ts';

export const createRotatorOperation: Operation = {
  operationId: 'createRotator',
  method: 'POST',
  path: '/rotators',
  scope: 'write',
  summary: 'Adds a rotator with an empty default path',
  description: 'Its rules, landings and offers are edited in the panel.',
  body: newRotator,
  data: createdId,
  example: {
    body: { name: rotatorExample.name, shared: false, country: 'DE' },
    data: { id: ids.rotator },
    issue: { path: 'name', message: 'must not be empty' },
  },
  run: (context, { body }) => createRotator(context, body),
};
