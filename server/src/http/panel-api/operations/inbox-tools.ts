import { eventTrial, eventTrialResult } from '@waypost/contract/conversions/inbox-tools.ts';
import { testIncomingPostback } from '../../../services/conversions/test-incoming-postback.ts';
import { noSuch } from '../../api-v1/examples/errors.ts';
import { panelIds } from '../examples/records.ts';
import type { PanelOperation } from '../operation.ts';

export const exampleChange = {
  isNew: true,
  idx: 1,
  label: 'Sale',
  transactionId: 'A-1009',
  status: 'approved',
  payout: '12.5',
  currency: 'USD',
  revenue: '12.5',
} as const;
const NOT_FOUND = { campaign: noSuch('campaign') };

export const inboxToolOperations: PanelOperation[] = [
  {
    operationId: 'tryEvent',
    method: 'POST',
    isReadOnly: true,
    path: '/inbox/try',
    access: 'inbox.try',
    summary: 'Test an incoming postback',
    description:
      'Returns the campaign, the visit, the matching goal rule, the verdict, the changes and the postbacks that would follow. Tests a request that you enter or one from the inbox, with the saved goal rules or a draft. Nothing is saved or sent.',
    body: eventTrial,
    data: eventTrialResult,
    errors: { NOT_FOUND },
    example: {
      body: { url: '/e/q3Zt0mV8yKc1?cid=0KQ2mB7vXcR4nT8wYzL1pD5sGhJ3fE6aUiOk9V&payout=12.50&txid=A-1009' },
      data: {
        campaign: { id: panelIds.campaign, name: 'Spring' },
        visit: { id: '01a1dd36-1f08-7b4e-9c2d-3a5f7e9b1c04', time: '2026-11-16T09:40:05.128Z' },
        rule: { place: 1, label: 'Sales' },
        verdict: 'counted',
        read: { clickId: '0KQ2mB7vXcR4nT8wYzL1pD5sGhJ3fE6aUiOk9V', txid: 'A-1009', payout: '12.50' },
        changes: [
          {
            ...exampleChange,
            postback: {
              method: 'GET',
              url: 'https://ads.example.net/postback?click=ADS-5521-77',
              body: null,
            },
            noPostback: null,
          },
        ],
        words: [
          'Campaign: Spring.',
          'Matching goal rule: 1, Sales.',
          'Matched and counted.',
          'Creates a conversion: Sale (event 1), approved, 12.5 USD.',
          'Postback to the traffic source: GET https://ads.example.net/postback?click=ADS-5521-77',
        ],
      },
      issue: { path: 'url', message: 'must not be empty' },
    },
    run: (context, { body }) => testIncomingPostback(context, body),
  },
];
