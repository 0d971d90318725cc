import { evaluation, evaluationInput, newEvaluationInput } from '@waypost/contract/rotators/evaluation.ts';
import {
  evaluateNewRotator,
  evaluateRotator,
} from '../../../services/rotators/evaluation/evaluate-rotator.ts';
import { noSuch } from '../../api-v1/examples/errors.ts';
import { itemsMissing } from '../examples/errors.ts';
import { evaluationExample } from '../examples/evaluation.ts';
import { panelIds } from '../examples/records.ts';
import { inputId, type PanelOperation } from '../operation.ts';

export const evaluationOperations: PanelOperation[] = [
  {
    operationId: 'evaluateRotator',
    method: 'POST',
    isReadOnly: true,
    path: '/rotators/{id}/evaluate',
    access: 'rotators.read',
    summary: 'Run a routing test with a hypothetical visit',
    description:
      'Uses the saved rules or a draft. Explains every rule and returns the paths of the matching rule. Caps are evaluated as of now, regardless of the time of the visit. Nothing is saved.',
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
      data: evaluationExample,
      issue: {
        path: 'visitor.deviceType',
        message: 'must be one of desktop, mobile, tablet, tv, console, wearable, other',
      },
    },
    run: (context, input) => evaluateRotator(context, inputId(input), input.body),
  },
  {
    operationId: 'evaluateNewRotator',
    method: 'POST',
    isReadOnly: true,
    path: '/rotators/evaluate',
    access: 'rotators.read',
    summary: 'Run a routing test with the rules of a new rotator',
    description:
      'Works like evaluateRotator with a draft. IDs of new paths start with new-. Nothing is saved.',
    body: newEvaluationInput,
    data: evaluation,
    errors: { NOT_FOUND: { campaign: noSuch('campaign'), itemsMissing } },
    example: {
      body: {
        visitor: { country: 'DE', deviceType: 'mobile' },
        draft: {
          version: 1,
          defaultPathId: 'new-1',
          rules: [],
          paths: [{ id: 'new-1', name: 'Default', offers: [{ offerId: panelIds.offer, weight: 1 }] }],
        },
      },
      data: evaluationExample,
      issue: {
        path: 'visitor.deviceType',
        message: 'must be one of desktop, mobile, tablet, tv, console, wearable, other',
      },
    },
    run: (context, { body }) => evaluateNewRotator(context, body),
  },
];
