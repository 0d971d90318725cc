import { pageOf, uncounted } from '@waypost/contract/api/paging.ts';
import {
  hostToPause,
  hostToResume,
  pausedHost,
  pausedHostListQuery,
  pausedHosts,
  postback,
  postbackListQuery,
  postbackPage,
  receiverListQuery,
  receivers,
  resumedHost,
} from '@waypost/contract/postbacks/postbacks.ts';
import {
  listPausedHosts,
  listReceivers,
  pauseHost,
  resumeHost,
} from '../../../services/postbacks/paused-hosts.ts';
import { listPostbacks, retryPostback } from '../../../services/postbacks/postbacks.ts';
import { noSuch, strayParameter } from '../../api-v1/examples/errors.ts';
import { pausedHostExample, postbackExample, receiverExample } from '../examples/postbacks.ts';
import { panelIds } from '../examples/records.ts';
import { inputId, type PanelOperation } from '../operation.ts';

export const postbackOperations: PanelOperation[] = [
  {
    operationId: 'listPostbacks',
    method: 'GET',
    path: '/postbacks',
    access: 'postbacks.read',
    summary: 'List postbacks',
    description:
      'Returns waiting postbacks and those that ended within the last 30 days. Attempts are also listed as events. Without permission to read personal data, url is null.',
    query: postbackListQuery,
    data: postbackPage,
    example: {
      query: { campaignId: panelIds.campaign, state: 'waiting', limit: '50' },
      data: uncounted(postbackExample),
      issue: { path: 'state', message: 'must be one of waiting, delivered, failed' },
    },
    run: (context, { query }) => listPostbacks(context, query),
  },
  {
    operationId: 'retryPostback',
    method: 'POST',
    path: '/postbacks/{id}/retry',
    access: 'postbacks.retry',
    summary: 'Retry a postback now',
    description:
      'Keeps the same postback ID. Also works for delivered postbacks; a receiver that ignores the ID may count the conversion twice. The retry schedule starts again. A postback that is being sent is not changed.',
    data: postback,
    errors: { NOT_FOUND: { postback: noSuch('postback') } },
    example: { data: postbackExample, issue: strayParameter },
    run: (context, input) => retryPostback(context, inputId(input)),
  },
  {
    operationId: 'listPausedHosts',
    method: 'GET',
    path: '/postbacks/hosts',
    access: 'postbacks.read',
    summary: 'List postback receivers that are paused because they are failing',
    query: pausedHostListQuery,
    data: pausedHosts,
    example: { data: pageOf(pausedHostExample), issue: strayParameter },
    run: (context, { query }) => listPausedHosts(context, query),
  },
  {
    operationId: 'listReceivers',
    method: 'GET',
    path: '/postbacks/receivers',
    access: 'postbacks.read',
    summary: 'List postback receivers with their backlog and results',
    query: receiverListQuery,
    data: receivers,
    example: { data: pageOf(receiverExample), issue: strayParameter },
    run: (context, { query }) => listReceivers(context, query),
  },
  {
    operationId: 'pauseHost',
    method: 'POST',
    path: '/postbacks/hosts/pause',
    access: 'postbacks.retry',
    summary: 'Pause a postback receiver',
    description:
      'Postbacks to the receiver wait until the pause ends. Requests in progress are completed. Pausing does not make postbacks fail sooner.',
    body: hostToPause,
    data: pausedHost,
    example: {
      body: { origin: pausedHostExample.origin, minutes: 60 },
      data: pausedHostExample,
      issue: { path: 'minutes', message: 'must be 1 or more' },
    },
    run: (context, { body }) => pauseHost(context, body),
  },
  {
    operationId: 'resumeHost',
    method: 'POST',
    path: '/postbacks/hosts/resume',
    access: 'postbacks.retry',
    summary: 'Resume a postback receiver',
    description: 'Due postbacks are sent immediately. If the receiver still fails, it is paused again.',
    body: hostToResume,
    data: resumedHost,
    example: {
      body: { origin: pausedHostExample.origin },
      data: { resumed: true },
      issue: { path: 'origin', message: 'must be text' },
    },
    run: (context, { body }) => resumeHost(context, body),
  },
];
