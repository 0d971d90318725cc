import { landingChange } from '@waypost/contract/landings.ts';
import { z } from 'zod';
import { updateLanding } from '../../../services/landings/update-landing.ts';
import { archived, noSuch } from '../example-errors.ts';
import type { Operation } from '../operation.ts';

export const updateLandingOperation: Operation = {
  operationId: 'updateLanding',
  method: 'PATCH',
  path: '/landings/{id}',
  scope: 'write',
  summary: 'Changes the given fields of a landing',
  body: landingChange,
  data: z.null(),
  errors: { NOT_FOUND: { landing: noSuch('landing') }, CONFLICT: { landingArchived: archived('landing') } },
  example: {
    body: { name: 'Quiz, German, short' },
    data: null,
    issue: { path: 'name', message: 'must have at most 160 characters' },
  },
  run: (context, { id, body }) => updateLanding(context, id, body),
};
