import { dryRun, dryRunInput } from '@waypost/contract/rotators/dry-runs.ts';
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

export const dryRunOperations: PanelOperation[] = [
  {
    operationId: 'startDryRun',
    method: 'POST',
    path: '/rotators/{id}/dry-runs',
    access: 'rotators.manage',
    summary: 'Start a dry run: route recorded visits with unsaved rules',
    description:
      'Uses the given draft, or the saved rules if none is given. A worker performs the dry run in the background; `/dry-runs/{id}` returns its progress and, for 24 hours, its result. Visits are routed by the same code and with the same random draws as on the edge. Caps are ignored, and values that were not recorded are not guessed.',
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
    summary: 'Get the progress or result of a dry run',
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
    summary: 'Stop a dry run',
    description: 'Has no effect if the dry run has ended.',
    data: dryRun,
    errors,
    example: { params, data: stoppedDryRun, issue: strayParameter },
    run: (context, input) => stopDryRun(context, inputId(input)),
  },
];
