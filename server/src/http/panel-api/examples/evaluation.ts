import type { Evaluation } from '@waypost/contract/rotators/evaluation.ts';
import type { VisitExplanation } from '@waypost/contract/rotators/visit-explanation.ts';
import { landingExample, rotatorRulesExample } from '../../api-v1/examples/records.ts';
import { panelVisitExample } from './events.ts';
import { offerExample, panelIds } from './records.ts';

const clickId = 'SAMPLECLICKID0000000000000000000000000';

const macros = [{ macro: '{clickid}', value: clickId, state: 'filled' as const }];

export const evaluationExample: Evaluation = {
  time: '2026-11-16T09:30:00.000Z',
  timezone: 'Europe/Berlin',
  clickId,
  problem: null,
  ruleId: panelIds.rule,
  rules: [
    {
      id: panelIds.rule,
      priority: 1,
      name: rotatorRulesExample.rules[0]?.name ?? '',
      enabled: true,
      holds: true,
      wins: true,
      isServed: true,
      leaves: [
        { path: ['all', 0], field: 'country', op: 'is', values: ['DE'], input: 'DE', result: true },
        {
          path: ['all', 1],
          field: 'deviceType',
          op: 'is',
          values: ['mobile'],
          input: 'mobile',
          result: true,
        },
      ],
    },
  ],
  paths: [
    {
      id: panelIds.ruledPath,
      name: 'Quiz',
      share: 100,
      state: 'served',
      isKept: false,
      outcome: 'landing',
      landings: [
        {
          id: panelIds.landing,
          name: landingExample.name,
          share: 100,
          state: 'served',
          isKept: false,
          url: landingExample.url.replace('{clickid}', clickId),
          template: landingExample.url,
          macros,
        },
      ],
      offers: [
        {
          id: panelIds.offer,
          name: offerExample.name,
          share: 100,
          state: 'served',
          link: 1,
          isKept: false,
          url: `${offerExample.url.replace('{clickid}', clickId)}&subid=${clickId}`,
          template: `${offerExample.url}&subid={clickid}`,
          macros,
          overflowOfferId: null,
        },
      ],
    },
  ],
  rotatorVersion: 3,
  warnings: [],
};

export const visitExplanationExample: VisitExplanation = {
  visitId: panelVisitExample.id,
  recorded: {
    outcome: panelVisitExample.outcome,
    ruleId: panelIds.rule,
    pathId: panelIds.ruledPath,
    landingId: panelIds.landing,
    offerId: panelIds.offer,
    kept: [],
    isCapped: false,
  },
  verdict: 'agrees',
  note: 'The rules lead to the recorded path. Evaluated with version 3 of the rotator, which was live at the time.',
  usesDecidingRules: true,
  evaluation: evaluationExample,
};
