import type { DryRun } from '@waypost/contract/rotators/dry-runs.ts';
import { panelIds } from './records.ts';

export const waitingDryRun: DryRun = {
  id: '01a1dd2b-3f10-7c44-8d1e-5b6f0c9a7e41',
  rotatorId: panelIds.rotator,
  state: 'waiting',
  progress: { looked: 0, of: null },
  failure: null,
  createdAt: '2026-11-16T11:20:45.018Z',
  endedAt: null,
  result: null,
};

export const stoppedDryRun: DryRun = {
  ...waitingDryRun,
  state: 'stopped',
  progress: { looked: 20_112, of: 50_000 },
  endedAt: '2026-11-16T11:20:46.204Z',
};

export const doneDryRun: DryRun = {
  ...waitingDryRun,
  state: 'done',
  progress: { looked: 50_038, of: 50_000 },
  endedAt: '2026-11-16T11:20:48.417Z',
  result: {
    from: '2026-11-09T11:20:45.020Z',
    to: '2026-11-16T11:20:45.020Z',
    recorded: 412_730,
    looked: 50_038,
    judged: 50_038,
    capped: 0,
    unrecorded: [],
    changed: { visits: 12_510, share: 25.001, error: 0.3556 },
    otherRule: 0,
    otherLanding: 0,
    otherOffer: 0,
    bySaved: { visits: 0, share: 0, error: 0 },
    fromSaved: { visits: 12_510, share: 25.001, error: 0.3556 },
    moves: [
      {
        from: { ruleId: null, pathId: panelIds.path },
        to: { ruleId: 'new-rule-1', pathId: 'new-1' },
        visits: 12_510,
        share: 25.001,
        examples: [
          {
            clickId: 'AZ2B3C4D5E6F7G8H9J0K1L2M3N4P5Q6R7S8T9',
            visitId: '01a1dd2b-3f10-7c44-8d1e-5b6f0c9a7e51',
            time: '2026-11-16T11:20:44.871Z',
          },
        ],
      },
    ],
    movesLeftOut: 0,
    groups: {
      country: [
        { value: 'DE', visits: 12_510, changed: 12_510 },
        { value: 'FR', visits: 37_528, changed: 0 },
      ],
      deviceType: [{ value: 'mobile', visits: 50_038, changed: 12_510 }],
      trafficSource: [{ value: panelIds.trafficSource, visits: 50_038, changed: 12_510 }],
    },
    paths: [
      {
        pathId: panelIds.path,
        recorded: 50_038,
        draft: 37_528,
        revenuePerVisit: { mean: 0.0412, low: 0.0371, high: 0.0453 },
        profitPerVisit: { mean: 0.0112, low: 0.0071, high: 0.0153 },
      },
      { pathId: 'new-1', recorded: 0, draft: 12_510, revenuePerVisit: null, profitPerVisit: null },
    ],
    labels: { [panelIds.path]: 'Default', 'new-1': 'Germany', 'new-rule-1': 'Germany' },
  },
};
