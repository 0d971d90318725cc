import { newLanding } from '@waypost/contract/landings.ts';
import { createdId } from '@waypost/contract/records.ts';
import { createLanding } from '../../../services/landings/create-landing.ts';
import type { Operation } from '../operation.ts';

export const createLandingOperation: Operation = {
  method: 'POST',
  path: '/landings',
  scope: 'write',
  summary: 'Adds a landing page',
  body: newLanding,
  data: createdId,
  run: (context, { body }) => createLanding(context, body),
};
