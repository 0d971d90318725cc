import { attention } from '@waypost/contract/monitoring/attention.ts';
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
    summary: 'List problems that need attention',
    description:
      'Includes rejected incoming postbacks, failing postback receivers, offers and paths that have reached a cap, campaigns without traffic or conversions, warnings, and API keys that expire soon. Contains only problems that the caller may see: admins and owners also see problems with API keys and, in the first workspace, with the installation.',
    data: attention,
    example: {
      data: {
        items: [
          {
            kind: 'unmatched-events',
            message:
              '14 incoming postbacks rejected in the last 24 hours. None of the campaign’s goal rules matched.',
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
