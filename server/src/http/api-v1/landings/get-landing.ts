import { landing } from '@waypost/contract/landings.ts';
import { getLanding } from '../../../services/landings/get-landing.ts';
import type { Operation } from '../operation.ts';

export const getLandingOperation: Operation = {
  method: 'GET',
  path: '/landings/{id}',
  scope: 'read',
  summary: 'Reads one landing, archived ones too',
  data: landing,
  errors: ['NOT_FOUND'],
  run: (context, { id }) => getLanding(context, id),
};
