import { expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { makeCampaignDocument } from '../../testing/edge/campaign-document.ts';
import { SharedRoutings } from './shared-routings.ts';

it('SharedRoutings shares compiled routing between campaigns with the same rotator content', () => {
  const routings = new SharedRoutings();
  const document = makeCampaignDocument();
  const other = { ...document, workspaceId: newId(), campaign: { ...document.campaign, id: newId() } };
  expect(routings.get(other)).toBe(routings.get(document));
});

it('SharedRoutings does not share routing between campaigns with different rotator content', () => {
  const routings = new SharedRoutings();
  const document = makeCampaignDocument();
  const landings = document.landings.map((landing) => ({ ...landing, url: 'https://other.example/' }));
  expect(routings.get({ ...document, landings })).not.toBe(routings.get(document));
  expect(routings.get({ ...document, timezone: 'Europe/Berlin' })).not.toBe(routings.get(document));
});
