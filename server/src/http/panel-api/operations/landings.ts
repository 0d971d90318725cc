import {
  archiveLanding,
  createLanding,
  getLanding,
  listLandings,
  restoreLandings,
  updateLanding,
} from '../../../services/landings/landings.ts';
import {
  archiveLandingOperation,
  createLandingOperation,
  getLandingOperation,
  listLandingsOperation,
  restoreLandingsOperation,
  updateLandingOperation,
} from '../../api-v1/operations/landings.ts';
import { answerWarnings } from '../answer-warnings.ts';
import { inputId, likePublic, type PanelOperation } from '../operation.ts';

export const landingOperations: PanelOperation[] = [
  {
    ...likePublic(listLandingsOperation),
    kind: 'list',
    access: 'landings.read',
    run: (context, { query }) => listLandings(context, query),
  },
  answerWarnings('landing', {
    ...likePublic(createLandingOperation),
    access: 'landings.write',
    run: (context, { body }) => createLanding(context, body),
  }),
  {
    ...likePublic(getLandingOperation),
    access: 'landings.read',
    run: (context, input) => getLanding(context, inputId(input)),
  },
  answerWarnings('landing', {
    ...likePublic(updateLandingOperation),
    access: 'landings.write',
    run: (context, input) => updateLanding(context, inputId(input), input.body),
  }),
  {
    ...likePublic(archiveLandingOperation),
    method: 'POST',
    path: '/landings/{id}/archive',
    access: 'landings.write',
    run: (context, input) => archiveLanding(context, inputId(input)),
  },
  {
    ...likePublic(restoreLandingsOperation),
    access: 'landings.write',
    run: (context, { body }) => restoreLandings(context, body),
  },
];
