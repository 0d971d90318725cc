import type { CostEntry } from '@waypost/contract/conversions/costs.ts';
import { costVerdicts } from '../../../services/costs/cost-verdicts.ts';
import { campaignExample } from '../../api-v1/examples/records.ts';
import type { ErrorExample } from '../../api-v1/operation.ts';
import { panelIds } from './records.ts';

const costId = '01a1dd52-0b3c-7d4e-9f50-617283940a1b';

export const costEntryExample: CostEntry = {
  id: costId,
  campaignId: panelIds.campaign,
  campaignName: campaignExample.name,
  from: '2026-11-14T23:00:00.000Z',
  to: '2026-11-15T22:59:59.999Z',
  tokens: { token1: 'site-7' },
  mode: 'add',
  amount: '134.675',
  currency: 'USD',
  original: { amount: '125', currency: 'EUR' },
  takenOut: null,
  status: 'pending',
  reason: null,
  visits: null,
  progress: null,
  replacedBy: null,
  createdAt: '2026-11-16T10:02:11.407Z',
  createdBy: { type: 'user', id: panelIds.user, label: 'anna@example.com' },
  withdrawnAt: null,
};

const conflict = (
  verdict: keyof typeof costVerdicts,
  details: Record<string, unknown> = {},
): ErrorExample => ({
  message: costVerdicts[verdict],
  details: { reason: verdict, verdict, ...details },
});

export const costConflicts = {
  overlap: conflict('overlap', { overlapping: [costId] }),
  replaced: conflict('replaced', { overlapping: [costId] }),
  duplicate: conflict('duplicate', { overlapping: [costId] }),
  noVisits: conflict('no-visits'),
  ambiguousCampaign: conflict('ambiguous-campaign'),
};
