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
const silent = [{ enabled: true, actions: [action()] }];

it('a source with an address that no action tells of conversions is noticed', () => {
  expect(explainMissingPostbacks({ rules: silent, campaignUrl: null, source })).toBe(
    'no conversion is sent to the traffic source: postbackEnabled is off in every conversion action, although the traffic source Example Ads has a postback URL',
  );
  const ofCampaign = explainMissingPostbacks({ rules: silent, campaignUrl: url, source: undefined });
  expect(ofCampaign).toMatch(/although the campaign has a postback URL$/);
});

it('what is switched off, or is no conversion, does not end the silence', () => {
  const on = { postbackEnabled: true };
  const rules = [
    { enabled: false, actions: [action(on)] },
    { enabled: true, actions: [action({ ...on, enabled: false }), action({ ...on, isConversion: false })] },
    ...silent,
  ];
  expect(explainMissingPostbacks({ rules, campaignUrl: null, source })).toBeDefined();
});

it.each([
  ['there are no rules', [], source],
  [
    'one conversion is told',
    [...silent, { enabled: true, actions: [action({ postbackEnabled: true })] }],
    source,
  ],
  ['nothing is a conversion', [{ enabled: true, actions: [action({ isConversion: false })] }], source],
  ['there is no address', silent, { name: 'Example Ads', postbackUrl: null }],
  ['there is no source', silent, undefined],
])('nothing is said where %s', (_, rules, given) => {
  expect(explainMissingPostbacks({ rules, campaignUrl: null, source: given })).toBeUndefined();
});
