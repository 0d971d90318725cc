import { expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { makeCampaignDocument } from '../../testing/edge/campaign-document.ts';
import { SharedRoutings } from './shared-routings.ts';

it('shares compiled routing between campaigns with the same routing', () => {
  const routings = new SharedRoutings();
  const document = makeCampaignDocument();
  const other = { ...document, workspaceId: newId(), campaign: { ...document.campaign, id: newId() } };
  expect(routings.get(other)).toBe(routings.get(document));
});

it('does not share different routing', () => {
  const routings = new SharedRoutings();
  const document = makeCampaignDocument();
  const landings = document.landings.map((landing) => ({ ...landing, url: 'https://other.example/' }));
  expect(routings.get({ ...document, landings })).not.toBe(routings.get(document));
  expect(routings.get({ ...document, timezone: 'Europe/Berlin' })).not.toBe(routings.get(document));
});
