import { evaluation, evaluationInput, newEvaluationInput } from '@waypost/contract/evaluation.ts';
import {
  evaluateNewRotator,
  evaluateRotator,
} from '../../../services/rotators/evaluation/evaluate-rotator.ts';
import { noSuch } from '../../api-v1/examples/errors.ts';
import { itemsMissing } from '../examples/errors.ts';
import { evaluationExample } from '../examples/evaluation.ts';
import { panelIds } from '../examples/records.ts';
import { inputId, type PanelOperation } from '../operation.ts';

/** What rules would do with a visitor, without one. */
export const evaluationOperations: PanelOperation[] = [
  {
    operationId: 'evaluateRotator',
    method: 'POST',
    isReadOnly: true,
    path: '/rotators/{id}/evaluate',
    access: 'rotators.read',
    summary: 'Says where a made-up visitor would go, and why',
    description:
      'With the rules that are saved, or with a draft of them. Every rule is explained; the paths are those of the rule that wins. Caps count as they are at the moment, whenever the visit is. Nothing is written.',
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
    summary: 'Says where a made-up visitor would go by rules of a rotator that is not saved yet',
    description:
      'As evaluateRotator does with a draft. Paths of it have ids that begin with new-. Nothing is written.',
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
