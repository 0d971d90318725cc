import { landing } from '@waypost/contract/landings.ts';
import { getLanding } from '../../../services/landings/get-landing.ts';
import { noSuch, strayParameter } from '../example-errors.ts';
import { landingExample } from '../example-records.ts';
import type { Operation } from '../operation.ts';

export const getLandingOperation: Operation = {
  operationId: 'getLanding',
  method: 'GET',
  path: '/landings/{id}',
  scope: 'read',
  summary: 'Reads one landing, archived ones too',
  data: landing,
  errors: { NOT_FOUND: { landing: noSuch('landing') } },
  example: { data: landingExample, issue: strayParameter },
  run: (context, { id }) => getLanding(context, id),
};
