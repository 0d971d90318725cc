import { pageOf } from '@waypost/contract/api/paging.ts';
import { costEntry, costEntryInput, costListQuery, costPage } from '@waypost/contract/conversions/costs.ts';
import { listCostEntries, withdrawCostEntry } from '../../../services/costs/cost-entries.ts';
import { createCostEntry } from '../../../services/costs/enter-cost.ts';
import { noSuch, strayParameter } from '../../api-v1/examples/errors.ts';
import { costConflicts, costEntryExample } from '../examples/costs.ts';
import { panelIds } from '../examples/records.ts';
import { inputId, type PanelOperation } from '../operation.ts';

export const costOperations: PanelOperation[] = [
  {
    operationId: 'listCosts',
    method: 'GET',
    path: '/costs',
    access: 'costs.read',
    summary: 'List cost entries',
    query: costListQuery,
    data: costPage,
    example: {
      query: { campaignId: panelIds.campaign, status: 'pending', limit: '50' },
      data: pageOf(costEntryExample),
      issue: { path: 'status', message: 'must be pending, spread, withdrawing, withdrawn or failed' },
    },
    run: (context, { query }) => listCostEntries(context, query),
  },
  {
    operationId: 'createCost',
    method: 'POST',
    path: '/costs',
    access: 'costs.write',
    summary: 'Create a cost entry for a campaign and time range',
    description:
      'The amount is distributed over the matching visits, including bots, within seconds; the response has status pending. `add` adds to the existing cost, `correct` adjusts it up or down, `replace` overwrites it, including earlier entries. The time range must have ended at least two minutes ago.',
    once: 'answer',
    onceApart: true,
    body: costEntryInput,
    data: costEntry,
    errors: { NOT_FOUND: { campaign: noSuch('campaign') }, CONFLICT: costConflicts },
    example: {
      body: {
        campaign: panelIds.campaign,
        from: '2026-11-15',
        to: '2026-11-15',
        amount: '125',
        mode: 'add',
        currency: 'EUR',
        tokens: { token1: 'site-7' },
      },
      data: costEntryExample,
      issue: { path: 'amount', message: 'must be an amount such as 12.50' },
    },
    run: (context, { body }) => createCostEntry(context, body),
  },
  {
    operationId: 'withdrawCost',
    method: 'POST',
    path: '/costs/{id}/withdraw',
    access: 'costs.write',
    summary: 'Reverse a cost entry exactly, on all of its visits',
    description:
      'Reversing takes a few seconds; the response has status withdrawing. Costs that the entry had replaced are restored. Fails for an entry that a later entry has replaced.',
    data: costEntry,
    errors: {
      NOT_FOUND: { cost: noSuch('cost entry') },
      CONFLICT: {
        replaced: costConflicts.replaced,
        failed: {
          message: 'The entry failed and was not applied to any visit',
          details: { reason: 'failed' },
        },
      },
    },
    example: {
      params: { id: costEntryExample.id },
      data: { ...costEntryExample, status: 'withdrawing', withdrawnAt: '2026-11-16T11:20:45.018Z' },
      issue: strayParameter,
    },
    run: (context, input) => withdrawCostEntry(context, inputId(input)),
  },
];
