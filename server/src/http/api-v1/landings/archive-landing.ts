import { z } from 'zod';
import { archiveLanding } from '../../../services/landings/archive-landing.ts';
import { landingInUse, noSuch, strayParameter } from '../example-errors.ts';
import type { Operation } from '../operation.ts';

export const archiveLandingOperation: Operation = {
  operationId: 'archiveLanding',
  method: 'DELETE',
  path: '/landings/{id}',
  scope: 'write',
  summary: 'Archives a landing that no rotator uses',
  description:
    'Refused while a stream of a rotator holds it, because visitors would be sent there. Archiving again changes nothing.',
  data: z.null(),
  errors: { NOT_FOUND: { landing: noSuch('landing') }, CONFLICT: { landingInUse } },
  example: { data: null, issue: strayParameter },
  run: (context, { id }) => archiveLanding(context, id),
};
