import { attention } from '@waypost/contract/attention.ts';
import { listAttention } from '../../../services/attention/list-attention.ts';
import { strayParameter } from '../../api-v1/examples/errors.ts';
import { panelIds } from '../examples/records.ts';
import type { PanelOperation } from '../operation.ts';

export const attentionOperations: PanelOperation[] = [
  {
    operationId: 'getAttention',
    method: 'GET',
    path: '/attention',
    access: 'campaigns.read',
    summary: 'Tells what somebody should look at, with what it is about',
    description:
      'Such as requests of networks that came to nothing, receivers of postbacks that do not answer, full offers, campaigns that lost their traffic or their conversions, warnings and keys that end soon. Only what the caller may see: keys are for admins, parts of the installation for its operator.',
    data: attention,
    example: {
      data: {
        items: [
          {
            kind: 'unmatched-events',
            message:
              '14 requests of networks came to nothing in the last 24 hours. No goal rule of the campaign holds for it.',
            subject: { type: 'campaign', id: panelIds.campaign, name: 'Germany, push' },
            count: 14,
          },
        ],
        isComplete: true,
      },
      issue: strayParameter,
    },
    run: (context) => listAttention(context),
  },
];
