import type { EventLabels } from '@waypost/contract/panel-events.ts';
import {
  goalExample,
  landingClickExample,
  postbackAttemptExample,
  visitExample,
} from '../../api-v1/examples/events.ts';

const labels: EventLabels = {
  campaign: 'Spring',
  trafficSource: 'Example Ads',
  affiliateNetwork: null,
  rotator: 'Spring rotator',
  path: 'Main',
  landing: 'Quiz',
  offer: 'Running shoes',
};

export const panelVisitExample = { ...visitExample, labels };
export const panelLandingClickExample = { ...landingClickExample, labels };
export const panelGoalExample = { ...goalExample, labels };
export const panelPostbackExample = { ...postbackAttemptExample, labels };
