import { postbackTest, postbackTestResult } from '@waypost/contract/postbacks/postback-tests.ts';
import { tryAgainIn } from '../../../platform/try-again-in.ts';
import { testPostback } from '../../../services/postbacks/test-postback.ts';
import { noSuch } from '../../api-v1/examples/errors.ts';
import { panelIds } from '../examples/records.ts';
import type { PanelOperation } from '../operation.ts';

export const postbackTestOperations: PanelOperation[] = [
  {
    operationId: 'testPostback',
    method: 'POST',
    path: '/postbacks/test',
    access: 'postbacks.test',
    summary: 'Send a test postback, or only show the request',
    description:
      'Uses values from a visit, or sample values. The request is sent from this server to the public internet only, and is not recorded as an attempt. At most 20 requests per minute per person.',
    body: postbackTest,
    data: postbackTestResult,
    errors: {
      NOT_FOUND: {
        campaign: noSuch('campaign'),
        trafficSource: noSuch('traffic source'),
        clickId: noSuch('click ID'),
      },
      RATE_LIMITED: {
        tooMany: {
          message: `Too many test calls. ${tryAgainIn(12)}`,
          details: { reason: 'too-many-tests', retryAfter: 12 },
        },
      },
    },
    example: {
      body: { campaignId: panelIds.campaign, idx: 1, payout: '12.50', send: true },
      data: {
        request: {
          method: 'GET',
          url: 'https://ads.example.net/postback?click=test-click-id&payout=12.5',
          headers: [],
          body: null,
        },
        noPostback: null,
        answer: { status: 200, error: null, response: 'OK', durationMs: 184 },
      },
      issue: { path: 'send', message: 'must be true or false' },
    },
    run: (context, { body }) => testPostback(context, body),
  },
];
