import type { PausedHost, Postback, Receiver } from '@waypost/contract/postbacks/postbacks.ts';
import { panelIds } from './records.ts';

const origin = 'https://ads.example.com';

export const postbackExample: Postback = {
  id: '01a1dd40-7b2f-7c3d-9e4f-5a6b7c8d9e0f',
  campaignId: panelIds.campaign,
  eventId: '01a1dd40-7b2e-7d4e-8f50-6b7c8d9e0f1a',
  idx: 1,
  occasion: 'first',
  method: 'GET',
  url: `${origin}/postback?click=8f3a91&payout=12.5`,
  origin,
  state: 'waiting',
  attempts: 2,
  nextAt: '2026-11-16T09:42:54.118Z',
  lastAttemptAt: '2026-11-16T09:42:24.020Z',
  lastStatus: 503,
  lastError: null,
  createdAt: '2026-11-16T09:42:18.590Z',
  finishedAt: null,
};

export const pausedHostExample: PausedHost = {
  origin,
  reason: 'connect_timeout',
  failures: 14,
  failingSince: '2026-11-16T09:40:02.310Z',
  pausedAt: '2026-11-16T09:42:03.115Z',
  pausedUntil: '2026-11-16T09:44:03.115Z',
  waiting: 230,
};

export const receiverExample: Receiver = {
  origin,
  waiting: 230,
  delivered: 1_204,
  failed: 3,
  pausedUntil: '2026-11-16T09:44:03.115Z',
  reason: 'connect_timeout',
};
