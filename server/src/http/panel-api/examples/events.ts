import type { BriefEvent, EventLabels, PanelEvent } from '@waypost/contract/events/panel-events.ts';
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

function shortened({ id, time, visitId, clickId, campaignId, ...rest }: PanelEvent) {
  const { country, deviceType, os, browser, cost, revenue } = rest;
  const { campaign, trafficSource, landing, offer } = rest.labels;
  return {
    id,
    time,
    visitId,
    clickId,
    campaignId,
    country,
    deviceType,
    os,
    browser,
    cost,
    revenue,
    labels: { campaign, trafficSource, landing, offer },
  };
}

export const briefVisitExample: BriefEvent = {
  type: 'visit',
  ...shortened(panelVisitExample),
  outcome: 'landing',
  bot: false,
  prefetch: false,
};
export const briefGoalExample: BriefEvent = {
  type: 'event',
  ...shortened(panelGoalExample),
  label: 'Sale',
  status: 'approved',
  transactionId: 'A-1009',
  isConversion: true,
};
