import type { CampaignLinks, InboxEntry } from '@waypost/contract/conversions/inbox.ts';
import { panelIds } from './records.ts';

export const campaignLinksExample: CampaignLinks = {
  visit: `https://track.example.com/c/${panelIds.campaign}?clickid=[CLICKID]&cost=[BID]&site=[SITE]`,
  landingClick: 'https://track.example.com/go',
  page: '?clickid=[CLICKID]&cost=[BID]&site=[SITE]',
  script: `<script src="https://track.example.com/t.js" data-campaign="${panelIds.campaign}" async></script>`,
  pixel: `https://track.example.com/p.gif?c=${panelIds.campaign}&clickid=[CLICKID]&cost=[BID]&site=[SITE]`,
  event: 'https://track.example.com/e/h3Vq8nW0sXcJk2Lr5TzPyB7dMfG9aEuQ1oiKtRxC4ZA',
  previousEvent: {
    url: 'https://track.example.com/e/w6Tb1mYdR9eKx0Qs4UoNpA7hVfJ2cLzG5iXuPtEyB3k',
    until: '2026-11-23T09:40:00.000Z',
  },
  version: 4,
};

export const inboxEntryExample: InboxEntry = {
  id: '01a1dd40-6c1e-7a2b-8c3d-4e5f60718293',
  campaignId: panelIds.campaign,
  receivedAt: '2026-11-16T09:42:18.590Z',
  method: 'GET',
  query: 'cid=0KQ2mB7vXcR4nT8wYzL1pD5sGhJ3fE6aUiOk9V&payout=12.5&txid=A-1009&token=q7b…',
  contentType: '',
  body: '',
  address: '192.0.2.44',
  userAgent: 'ExampleNetwork/2.1',
  verdict: null,
  reason: null,
  changes: [],
  handledAt: null,
  attempts: 0,
  nextAt: '2026-11-16T09:42:18.590Z',
};
