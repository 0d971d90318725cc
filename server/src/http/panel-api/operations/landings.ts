import {
  landingChange,
  landingListQuery,
  landingsPage,
  newLanding,
  panelLanding,
} from '@waypost/contract/campaigns/landings.ts';
import { pageOf } from '@waypost/contract/api/paging.ts';
import {
  archiveLanding,
  archiveLandings,
  createLanding,
  getPanelLanding,
  landingRecord,
  listLandingPage,
  restoreLandings,
  updateLanding,
} from '../../../services/landings/landings.ts';
import { archived, landingInUse } from '../../api-v1/examples/errors.ts';
import {
  archiveLandingOperation,
  createLandingOperation,
  getLandingOperation,
  updateLandingOperation,
} from '../../api-v1/operations/landings.ts';
import { answerWarnings, showWarnings } from '../answer-warnings.ts';
import { panelLandingExample } from '../examples/records.ts';
import { inputId, likePublic, type PanelOperation } from '../operation.ts';
import { changesRecord, createsRecord, type ShownRecord } from '../versioned.ts';
import { lifecycleOperations } from './lifecycle.ts';

export const landingShown: ShownRecord = {
  label: 'landing page',
  data: panelLanding,
  example: panelLandingExample,
  read: getPanelLanding,
};
const getOperation = likePublic(getLandingOperation);

export const landingOperations: PanelOperation[] = [
  {
    operationId: 'listLandings',
    method: 'GET',
    path: '/landings',
    access: 'landings.read',
    summary: 'List landing pages',
    query: landingListQuery,
    data: landingsPage,
    example: {
      query: { q: 'quiz', country: 'DE' },
      data: pageOf(panelLandingExample),
      issue: { path: 'archived', message: 'must be 0, 1 or all' },
    },
    run: (context, { query }) => listLandingPage(context, query),
  },
  answerWarnings(
    'landing',
    createsRecord(landingShown, {
      operationId: 'createLanding',
      method: 'POST',
      path: '/landings',
      access: 'landings.write',
      summary: createLandingOperation.summary,
      body: newLanding,
      example: { body: createLandingOperation.example.body, issue: createLandingOperation.example.issue },
      run: (context, { body }) => createLanding(context, body),
    }),
  ),
  showWarnings('landing', {
    ...getOperation,
    access: 'landings.read',
    data: panelLanding,
    example: { ...getOperation.example, data: panelLandingExample },
    run: (context, input) => getPanelLanding(context, inputId(input)),
  }),
  answerWarnings(
    'landing',
    changesRecord(landingShown, {
      operationId: 'updateLanding',
      method: 'PATCH',
      path: '/landings/{id}',
      access: 'landings.write',
      summary: updateLandingOperation.summary,
      body: landingChange,
      errors: { CONFLICT: { landingArchived: archived('landing page') } },
      example: {
        body: { name: panelLandingExample.name },
        issue: updateLandingOperation.example.issue,
      },
      run: (context, input) => updateLanding(context, inputId(input), input.body),
    }),
  ),
  ...lifecycleOperations({
    record: landingShown,
    kind: landingRecord,
    path: '/landings',
    Name: 'Landing',
    archive: {
      access: 'landings.write',
      description: archiveLandingOperation.description ?? '',
      conflict: { landingInUse },
      run: archiveLanding,
      runMany: archiveLandings,
    },
    restore: { access: 'landings.write', runMany: restoreLandings },
  }),
];
