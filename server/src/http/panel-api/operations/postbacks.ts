import { pageOf, uncounted } from '@waypost/contract/paging.ts';
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
} from '@waypost/contract/postbacks.ts';
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
    summary: 'Lists calls to traffic sources',
    description:
      'Those that wait, and those that ended up to 30 days ago. Each attempt is a row of the events besides. Whoever may not read personal data gets url as null.',
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
    summary: 'Sends a call to a traffic source again, or sooner',
    description:
      'Under the same id, also one that was delivered: the receiver may count it twice if it does not look at the id. Its timetable begins anew. One that is just being sent stays as it is.',
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
    summary: 'Lists receivers of postbacks that are paused because they do not answer, or only with errors',
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
    summary: 'Lists everybody who is told of conversions, with what waits for them and how it went',
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
    summary: 'Leaves a receiver of postbacks alone for a while',
    description:
      'What is for it waits, until the pause ends or is ended. Calls that are under way come to their end. Postbacks are given up no sooner for it than they would be otherwise.',
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
    summary: 'Ends the pause of a receiver of postbacks',
    description: 'What is due for it goes out at once. If it still does not answer, it is paused again.',
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
