import {
  replay,
  replayListQuery,
  replayOrder,
  replayPage,
  type Replay,
} from '@waypost/contract/conversions/inbox-replays.ts';
import { pageOf } from '@waypost/contract/api/paging.ts';
import {
  getReplay,
  listReplays,
  startReplay,
  stopReplay,
  tooManyReplays,
} from '../../../services/conversions/replays.ts';
import { noSuch, strayParameter } from '../../api-v1/examples/errors.ts';
import { panelIds } from '../examples/records.ts';
import { inputId, type PanelOperation } from '../operation.ts';
import { exampleChange } from './inbox-tools.ts';

const range = {
  campaignId: panelIds.campaign,
  from: '2026-11-15T00:00:00.000Z',
  to: '2026-11-16T00:00:00.000Z',
};
const { examples: _, ...listedExample }: Replay = {
  id: '01a1dd40-5c11-7d20-8a3e-94b7c6d5e4f3',
  isPreview: true,
  ...range,
  campaignVersion: 4,
  state: 'waiting',
  progress: { done: 0, of: null },
  failure: null,
  createdAt: '2026-11-16T09:30:00.000Z',
  createdBy: { type: 'user', id: panelIds.user, label: 'anna@example.com' },
  endedAt: null,
  result: null,
  examples: [],
};
const waiting: Replay = { ...listedExample, examples: [] };
const done: Replay = {
  ...waiting,
  state: 'done',
  progress: { done: 42, of: 42 },
  endedAt: '2026-11-16T09:30:01.000Z',
  result: {
    requests: 42,
    changed: 40,
    verdicts: [
      { before: 'no-rule', after: 'counted', requests: 40 },
      { before: 'no-rule', after: 'no-rule', requests: 2 },
    ],
  },
  examples: [
    {
      id: '01a1dd36-2f00-7b4e-9c2d-3a5f7e9b1c04',
      receivedAt: '2026-11-15T09:41:00.000Z',
      before: 'no-rule',
      after: 'counted',
      changes: [exampleChange],
    },
  ],
};
const params = { id: waiting.id };
const errors = { NOT_FOUND: { replay: noSuch('replay') } };

export const inboxReplayOperations: PanelOperation[] = [
  {
    operationId: 'startReplay',
    method: 'POST',
    path: '/inbox/replays',
    access: 'inbox.replay',
    summary: 'Replay incoming postbacks that were not counted, or preview the changes',
    description:
      'A replay applies the current goal rules and settings. A worker runs it in the background; `/inbox/replays/{id}` returns its progress and, for 24 hours, its result. First omit `apply` to preview how many verdicts would change; nothing is saved. Then send the same request with `apply` set to the number of requests in the preview. Conversions that were already counted are not changed. Postbacks are sent for new conversions.',
    status: 201,
    once: 'answer',
    body: replayOrder,
    data: replay,
    errors: {
      NOT_FOUND: { campaign: noSuch('campaign') },
      CONFLICT: {
        stale: {
          message: 'The matching requests have changed since the preview. Run the preview again.',
          details: { reason: 'stale', requests: 43 },
        },
      },
      RATE_LIMITED: { tooManyReplays },
    },
    example: {
      body: range,
      data: waiting,
      issue: { path: 'to', message: 'must not be earlier than the start (from)' },
    },
    run: (context, { body }) => startReplay(context, body),
  },
  {
    operationId: 'listReplays',
    method: 'GET',
    path: '/inbox/replays',
    access: 'inbox.replay',
    summary: 'List replays and previews from the last 24 hours',
    query: replayListQuery,
    data: replayPage,
    example: {
      query: { campaignId: panelIds.campaign, limit: '50' },
      data: pageOf(listedExample),
      issue: strayParameter,
    },
    run: (context, { query }) => listReplays(context, query),
  },
  {
    operationId: 'getReplay',
    method: 'GET',
    path: '/inbox/replays/{id}',
    access: 'inbox.replay',
    summary: 'Get the progress or result of a replay',
    data: replay,
    errors,
    example: { params, data: done, issue: strayParameter },
    run: (context, input) => getReplay(context, inputId(input)),
  },
  {
    operationId: 'stopReplay',
    method: 'POST',
    path: '/inbox/replays/{id}/stop',
    access: 'inbox.replay',
    summary: 'Stop a replay',
    description: 'Changes that were already applied are kept. Has no effect if the replay has ended.',
    data: replay,
    errors,
    example: { params, data: { ...waiting, state: 'stopped' }, issue: strayParameter },
    run: (context, input) => stopReplay(context, inputId(input)),
  },
];
