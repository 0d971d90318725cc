import { z } from 'zod';
import { archiveLanding } from '../../../services/landings/archive-landing.ts';
import type { Operation } from '../operation.ts';

export const archiveLandingOperation: Operation = {
  method: 'DELETE',
  path: '/landings/{id}',
  scope: 'write',
  summary: 'Archives a landing that no rotator uses',
  data: z.null(),
  errors: ['NOT_FOUND', 'CONFLICT'],
  run: (context, { id }) => archiveLanding(context, id),
};
