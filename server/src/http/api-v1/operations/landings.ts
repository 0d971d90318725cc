import { landing, landingChange, landingFilter, newLanding } from '@waypost/contract/campaigns/landings.ts';
import { bulkIds, createdId, restoredCount } from '@waypost/contract/api/records.ts';
import { z } from 'zod';
import {
  archiveLanding,
  createLanding,
  getLanding,
  listLandings,
  restoreLandings,
  updateLanding,
} from '../../../services/landings/landings.ts';
import { parseInput } from '../../../services/parse-input.ts';
import {
  archived,
  bulkMistake,
  landingInUse,
  noSuch,
  notAllKnown,
  strayParameter,
} from '../examples/errors.ts';
import { ids, landingExample } from '../examples/records.ts';
import type { Operation } from '../operation.ts';

export const listLandingsOperation: Operation = {
  kind: 'list',
  operationId: 'listLandings',
  method: 'GET',
  path: '/landings',
  scope: 'read',
  summary: 'List landing pages, oldest first',
  query: landingFilter,
  data: landing,
  example: {
    query: { q: 'quiz', country: 'DE' },
    data: [landingExample],
    issue: { path: 'includeArchived', message: 'must be 1 or omitted' },
  },
  run: (context, { query }) => listLandings(context, query),
};

export const createLandingOperation: Operation = {
  operationId: 'createLanding',
  method: 'POST',
  path: '/landings',
  scope: 'write',
  summary: 'Create a landing page',
  body: newLanding,
  data: createdId,
  example: {
    body: { name: landingExample.name, url: landingExample.url, country: 'DE' },
    data: { id: ids.landing },
    issue: { path: 'url', message: 'must start with http:// or https://' },
  },
  run: (context, { body }) => createLanding(context, body),
};

export const getLandingOperation: Operation = {
  operationId: 'getLanding',
  method: 'GET',
  path: '/landings/{id}',
  scope: 'read',
  summary: 'Get a landing page, archived or not',
  data: landing,
  errors: { NOT_FOUND: { landing: noSuch('landing page') } },
  example: { data: landingExample, issue: strayParameter },
  run: (context, { id }) => getLanding(context, id),
};

export const updateLandingOperation: Operation = {
  operationId: 'updateLanding',
  method: 'PATCH',
  path: '/landings/{id}',
  scope: 'write',
  summary: 'Update the given fields of a landing page',
  body: landingChange,
  data: z.null(),
  errors: {
    NOT_FOUND: { landing: noSuch('landing page') },
    CONFLICT: { landingArchived: archived('landing page') },
  },
  example: {
    body: { name: 'Quiz, German, short' },
    data: null,
    issue: { path: 'name', message: 'must have at most 160 characters' },
  },
  run: (context, { id, body }) => updateLanding(context, id, body),
};

export const archiveLandingOperation: Operation = {
  operationId: 'archiveLanding',
  method: 'DELETE',
  path: '/landings/{id}',
  scope: 'write',
  summary: 'Archive a landing page that no rotator uses',
  description:
    'Fails if the landing page is used in a rotator path, because visitors are still sent there. Archiving an archived landing page has no effect.',
  data: z.null(),
  errors: { NOT_FOUND: { landing: noSuch('landing page') }, CONFLICT: { landingInUse } },
  example: { data: null, issue: strayParameter },
  run: (context, { id }) => archiveLanding(context, id),
};

export const restoreLandingsOperation: Operation = {
  operationId: 'restoreLandings',
  method: 'POST',
  path: '/landings/restore',
  scope: 'write',
  summary: 'Restore archived landing pages, all or none',
  body: bulkIds,
  data: restoredCount,
  errors: { NOT_FOUND: { landings: notAllKnown('landing page') } },
  example: { body: { ids: [ids.landing] }, data: { restored: 1 }, issue: bulkMistake },
  run: (context, { body }) => restoreLandings(context, parseInput(bulkIds, body)),
};
