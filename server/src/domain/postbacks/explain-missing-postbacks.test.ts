import { expect, it } from 'vitest';
import { explainMissingPostbacks } from './explain-missing-postbacks.ts';

const url = 'https://source.example/';
const source = { name: 'Example Ads', postbackUrl: url };
const action = (change: object = {}) => ({
  enabled: true,
  isConversion: true,
  postbackEnabled: false,
  ...change,
});
const withoutPostbacks = [{ enabled: true, actions: [action()] }];

it('explainMissingPostbacks explains that no action sends conversions to an existing postback URL', () => {
  expect(explainMissingPostbacks({ rules: withoutPostbacks, campaignUrl: null, source })).toBe(
    'no conversion is sent to the traffic source: postbackEnabled is off in every conversion action, although the traffic source Example Ads has a postback URL',
  );
  const ofCampaign = explainMissingPostbacks({
    rules: withoutPostbacks,
    campaignUrl: url,
    source: undefined,
  });
  expect(ofCampaign).toMatch(/although the campaign has a postback URL$/);
});

it('explainMissingPostbacks ignores disabled rules, disabled actions and actions that are not conversions', () => {
  const on = { postbackEnabled: true };
  const rules = [
    { enabled: false, actions: [action(on)] },
    { enabled: true, actions: [action({ ...on, enabled: false }), action({ ...on, isConversion: false })] },
    ...withoutPostbacks,
  ];
  expect(explainMissingPostbacks({ rules, campaignUrl: null, source })).toBeDefined();
});

it.each([
  ['there are no rules', [], source],
  [
    'one conversion is sent',
    [...withoutPostbacks, { enabled: true, actions: [action({ postbackEnabled: true })] }],
    source,
  ],
  ['nothing is a conversion', [{ enabled: true, actions: [action({ isConversion: false })] }], source],
  ['there is no postback URL', withoutPostbacks, { name: 'Example Ads', postbackUrl: null }],
  ['there is no source', withoutPostbacks, undefined],
])('explainMissingPostbacks explains nothing if %s', (_, rules, given) => {
  expect(explainMissingPostbacks({ rules, campaignUrl: null, source: given })).toBeUndefined();
});
