import { expect, it } from 'vitest';
import type { ListedCampaign } from '../../lib/api/api.ts';
import { campaignColumns } from './campaign-columns.tsx';

const campaign = { id: 'c1', trafficSourceId: 's1', status: 'active' } as ListedCampaign;
const sourceIn = (names: ReadonlyMap<string, string>) =>
  campaignColumns(names)
    .find(({ id }) => id === 'source')
    ?.value(campaign);

it('campaignColumns names the traffic source, or leaves it empty until its name is known', () => {
  expect(sourceIn(new Map([['s1', 'Push']]))).toBe('Push');
  expect(sourceIn(new Map())).toBe('');
});
