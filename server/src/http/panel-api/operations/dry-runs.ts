import { dryRun, dryRunInput } from '@waypost/contract/dry-runs.ts';
import {
  getDryRun,
  startDryRun,
  stopDryRun,
  tooManyDryRuns,
} from '../../../services/rotators/dry-runs/dry-runs.ts';
import { noSuch, strayParameter } from '../../api-v1/examples/errors.ts';
import { doneDryRun, stoppedDryRun, waitingDryRun } from '../examples/dry-runs.ts';
import { itemsMissing } from '../examples/errors.ts';
import { panelIds } from '../examples/records.ts';
import { inputId, type PanelOperation } from '../operation.ts';

const params = { id: waitingDryRun.id };
const errors = { NOT_FOUND: { dryRun: noSuch('dry run') } };

/** What rules would have done with visitors who were here. */
export const dryRunOperations: PanelOperation[] = [
  {
    operationId: 'startDryRun',
    method: 'POST',
    path: '/rotators/{id}/dry-runs',
    access: 'rotators.manage',
    summary: 'Runs rules over recorded visits, without saving them',
    description:
      'With a draft, or with the saved rules. A worker does it beside other work; `/dry-runs/{id}` tells how far it is, and the result, for a day. Visits are decided about by the code and with the draws of the tracking runtime. Nothing is full, and what is not recorded of visits is not guessed.',
    status: 201,
    once: 'answer',
    body: dryRunInput,
    data: dryRun,
    errors: {
      NOT_FOUND: { rotator: noSuch('rotator'), itemsMissing },
      RATE_LIMITED: { tooManyDryRuns },
    },
    example: {
      params: { id: panelIds.rotator },
      body: { days: 7, sample: 50_000 },
      data: waitingDryRun,
      issue: { path: 'days', message: 'must be a whole number from 1 to 30' },
    },
    run: (context, input) => startDryRun(context, inputId(input), input.body),
  },
  {
    operationId: 'getDryRun',
    method: 'GET',
    path: '/dry-runs/{id}',
    access: 'rotators.manage',
    summary: 'Shows how far a dry run is, or what came out',
    data: dryRun,
    errors,
    example: { params, data: doneDryRun, issue: strayParameter },
    run: (context, input) => getDryRun(context, inputId(input)),
  },
  {
    operationId: 'stopDryRun',
    method: 'POST',
    path: '/dry-runs/{id}/stop',
    access: 'rotators.manage',
    summary: 'Stops a dry run',
    description: 'One that has ended stays as it is.',
    data: dryRun,
    errors,
    example: { params, data: stoppedDryRun, issue: strayParameter },
    run: (context, input) => stopDryRun(context, inputId(input)),
  },
];
