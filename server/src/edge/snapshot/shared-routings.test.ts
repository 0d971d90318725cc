import { expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { makeCampaignDocument } from '../../testing/edge/campaign-document.ts';
import { SharedRoutings } from './shared-routings.ts';

it('campaigns that lead to the same share what was compiled, whatever else differs', () => {
  const routings = new SharedRoutings();
  const document = makeCampaignDocument();
  const other = { ...document, workspaceId: newId(), campaign: { ...document.campaign, id: newId() } };
  expect(routings.get(other)).toBe(routings.get(document));
});

it('what leads elsewhere is not shared', () => {
  const routings = new SharedRoutings();
  const document = makeCampaignDocument();
  const landings = document.landings.map((landing) => ({ ...landing, url: 'https://other.example/' }));
  expect(routings.get({ ...document, landings })).not.toBe(routings.get(document));
  expect(routings.get({ ...document, timezone: 'Europe/Berlin' })).not.toBe(routings.get(document));
});
