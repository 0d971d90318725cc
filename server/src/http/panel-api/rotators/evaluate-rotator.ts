import { evaluation, evaluationInput, type Evaluation } from '@waypost/contract/evaluation.ts';
import { evaluateRotator } from '../../../services/rotators/evaluate-rotator.ts';
import { noSuch } from '../../api-v1/example-errors.ts';
import { landingExample, rotatorRulesExample } from '../../api-v1/example-records.ts';
import { itemsMissing } from '../example-errors.ts';
import { offerExample, panelIds } from '../example-records.ts';
import { inputId } from '../input-id.ts';
import type { PanelOperation } from '../operation.ts';

const clickId = 'SAMPLECLICKID0000000000000000000000000';

const data: Evaluation = {
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
      outcome: 'landing',
      landings: [
        {
          id: panelIds.landing,
          name: landingExample.name,
          share: 100,
          state: 'served',
          url: landingExample.url.replace('{clickid}', clickId),
        },
      ],
      offers: [
        {
          id: panelIds.offer,
          name: offerExample.name,
          share: 100,
          state: 'served',
          url: `${offerExample.url.replace('{clickid}', clickId)}&subid=${clickId}`,
        },
      ],
    },
  ],
};

export const evaluateRotatorOperation: PanelOperation = {
  operationId: 'evaluateRotator',
  method: 'POST',
  path: '/rotators/{id}/evaluate',
  access: 'rotators.read',
  summary: 'Says where a made-up visitor would go, and why',
  description:
    'With the rules that are saved, or with a draft of them. Every rule is explained; the paths are those of the rule that wins. Caps are not looked at. Nothing is written.',
  body: evaluationInput,
  data: evaluation,
  errors: {
    NOT_FOUND: { rotator: noSuch('rotator'), campaign: noSuch('campaign'), itemsMissing },
  },
  example: {
    body: {
      visitor: { country: 'DE', deviceType: 'mobile' },
      params: { site: 'news' },
      time: '2026-11-16T09:30:00Z',
    },
    data,
    issue: {
      path: 'visitor.deviceType',
      message: 'must be one of desktop, mobile, tablet, tv, console, wearable, other',
    },
  },
  run: (context, input) => evaluateRotator(context, inputId(input), input.body),
};
