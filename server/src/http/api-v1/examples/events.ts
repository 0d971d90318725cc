import type { EventPage, FeedEvent } from '@waypost/contract/events/events.ts';
import { ids } from './records.ts';

const visit = {
  visitId: '01a1dd36-1f08-7b4e-9c2d-3a5f7e9b1c04',
  clickId: '03c8TzVQ0nWm6bYk1RrJx5LsDfGhPq7aEuNi2o',
  visitTime: '2026-11-16T10:40:05.128+01:00',
  campaignId: ids.campaign,
  trafficSourceId: ids.trafficSource,
  rotatorId: ids.rotator,
  pathId: ids.path,
  landingId: ids.landing,
  offerId: ids.offer,
  affiliateNetworkId: null,
  country: 'DE',
  region: 'Berlin',
  city: 'Berlin',
  isp: 'Example Telecom',
  deviceType: 'mobile',
  os: 'Android',
  browser: 'Chrome',
  language: 'de',
  referrer: 'https://news.example.org/story',
  ip: '192.0.2.0',
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36',
  tokens: { token1: 'running shoes', token2: 'placement-77' },
  tags: ['spring'],
  externalId: 'ADS-5521-77',
  configVersion: 4,
};

const eventId = '01a1dd38-8ed0-7d11-8a3c-6b2e4f708192';

export const postbackAttemptExample: Extract<FeedEvent, { type: 'postback' }> = {
  id: '01a1dd38-97c2-7a05-b1d4-2c3e5f6a7b8c',
  type: 'postback',
  time: '2026-11-16T10:42:47.362+01:00',
  ...visit,
  cost: 0,
  revenue: 0,
  eventId,
  idx: 1,
  url: 'https://ads.example.net/postback?click=ADS-5521-77&payout=12.5',
  method: 'GET',
  attempt: 1,
  status: 200,
  error: null,
  response: 'OK',
  success: true,
  durationMs: 184,
};

export const goalExample: Extract<FeedEvent, { type: 'event' }> = {
  id: eventId,
  type: 'event',
  time: '2026-11-16T10:42:45.072+01:00',
  ...visit,
  cost: 0,
  revenue: 12.5,
  idx: 1,
  label: 'Sale',
  value: null,
  status: 'approved',
  transactionId: 'A-1009',
  isConversion: true,
  payout: 12.5,
  currency: 'USD',
  secondsSinceVisit: 159,
};

export const landingClickExample: Extract<FeedEvent, { type: 'lpclick' }> = {
  id: '01a1dd36-7c10-7e93-a4b5-c6d7e8f90a1b',
  type: 'lpclick',
  time: '2026-11-16T10:40:28.944+01:00',
  ...visit,
  cost: 0,
  revenue: 0,
  destinationUrl: `https://offers.example.com/shoes?sub=${visit.clickId}`,
  secondsSinceVisit: 23,
};

export const visitExample: Extract<FeedEvent, { type: 'visit' }> = {
  id: visit.visitId,
  type: 'visit',
  time: visit.visitTime,
  ...visit,
  cost: 0.0042,
  revenue: 0,
  outcome: 'landing',
  destinationUrl: `https://pages.example.com/quiz?click=${visit.clickId}`,
  unique: true,
  bot: false,
  prefetch: false,
  reasons: [],
};

export const eventPageExample: EventPage = {
  rows: [postbackAttemptExample, goalExample, landingClickExample, visitExample],
  meta: {
    limit: 4,
    count: 4,
    hasMore: true,
    nextCursor: 'AaHdNh8IAaHdNh8Ie06cLTpff56bHARx2mQ3kV8s',
    timezone: 'Europe/Berlin',
  },
};
