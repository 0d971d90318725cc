import { landingChange } from '@waypost/contract/landings.ts';
import { z } from 'zod';
import { updateLanding } from '../../../services/landings/update-landing.ts';
import type { Operation } from '../operation.ts';

export const updateLandingOperation: Operation = {
  method: 'PATCH',
  path: '/landings/{id}',
  scope: 'write',
  summary: 'Changes the given fields of a landing',
  body: landingChange,
  data: z.null(),
  errors: ['NOT_FOUND', 'CONFLICT'],
  run: (context, { id, body }) => updateLanding(context, id, body),
};
