import { publication } from '@waypost/contract/publications.ts';
import { getPublication } from '../../../services/publishing/get-publication.ts';
import { noSuch, strayParameter } from '../../api-v1/example-errors.ts';
import { inputId } from '../input-id.ts';
import type { PanelOperation } from '../operation.ts';

export const getPublicationOperation: PanelOperation = {
  operationId: 'getPublication',
  method: 'GET',
  path: '/campaigns/{id}/publication',
  access: 'campaigns.read',
  summary: 'Tells how far a campaign is on its way to the runtimes that serve it',
  data: publication,
  errors: { NOT_FOUND: { campaign: noSuch('campaign') } },
  example: {
    data: { waiting: false, version: 4, failure: null, edges: { live: 2, serving: 2 } },
    issue: strayParameter,
  },
  run: (context, input) => getPublication(context, inputId(input)),
};
