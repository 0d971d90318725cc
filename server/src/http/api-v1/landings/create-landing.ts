import { newLanding } from '@waypost/contract/landings.ts';
import { createdId } from '@waypost/contract/records.ts';
import { createLanding } from '../../../services/landings/create-landing.ts';
import { ids, landingExample } from '../example-records.ts';
import type { Operation } from '../operation.ts';

export const createLandingOperation: Operation = {
  operationId: 'createLanding',
  method: 'POST',
  path: '/landings',
  scope: 'write',
  summary: 'Adds a landing page',
  body: newLanding,
  data: createdId,
  example: {
    body: { name: landingExample.name, url: landingExample.url, country: 'DE' },
    data: { id: ids.landing },
    issue: { path: 'url', message: 'must begin with http:// or https://' },
  },
  run: (context, { body }) => createLanding(context, body),
};
