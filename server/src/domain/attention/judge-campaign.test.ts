import { expect, it } from 'vitest';
import { judgeCampaign } from './judge-campaign.ts';

const calm = { visits: 100, visitsBefore: 100, conversions: 10, conversionsBefore: 10 };

it('judgeCampaign reports nothing for a campaign that continues as before', () => {
  expect(judgeCampaign(calm)).toBeUndefined();
  expect(judgeCampaign({ ...calm, visits: 10 })).toBeUndefined();
  expect(judgeCampaign({ ...calm, conversions: 1 })).toBeUndefined();
});

it('judgeCampaign reports lost traffic if nine in ten visits are missing compared with the day before', () => {
  expect(judgeCampaign({ ...calm, visits: 9 })).toBe('lost-traffic');
  expect(judgeCampaign({ ...calm, visits: 0, visitsBefore: 20, conversions: 0 })).toBe('lost-traffic');
  expect(judgeCampaign({ ...calm, visits: 0, visitsBefore: 19 })).toBeUndefined();
});

it('judgeCampaign reports lost conversions if no visit converts but the day before had several conversions', () => {
  expect(judgeCampaign({ ...calm, conversions: 0 })).toBe('lost-conversions');
  expect(judgeCampaign({ ...calm, conversions: 0, conversionsBefore: 5 })).toBe('lost-conversions');
  expect(judgeCampaign({ visits: 1, visitsBefore: 0, conversions: 0, conversionsBefore: 9 })).toBe(
    'lost-conversions',
  );
  expect(judgeCampaign({ ...calm, conversions: 0, conversionsBefore: 4 })).toBeUndefined();
  expect(judgeCampaign({ visits: 0, visitsBefore: 0, conversions: 0, conversionsBefore: 9 })).toBeUndefined();
});
