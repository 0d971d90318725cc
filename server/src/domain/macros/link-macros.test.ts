import { sourceTemplates } from '@waypost/contract/source-templates.ts';
import { newSourceWithTokens } from '@waypost/contract/traffic-sources.ts';
import { expect, it } from 'vitest';
import { isUnfilledMacro } from './index.ts';
import { writeLinkMacros } from './link-macros.ts';

/** As the pages of the sources write them. */
const links: Record<string, string> = {
  exoclick:
    '?clickid={conversions_tracking}&cost={actual_cpc}&campaign_id={campaign_id}&variation_id={variation_id}&zone_id={zone_id}&site_id={site_id}&keyword={keyword}',
  'google-ads':
    '?gclid={gclid}&campaign_id={campaignid}&adgroup_id={adgroupid}&creative={creative}&keyword={keyword}&matchtype={matchtype}&network={network}&placement={placement}',
  meta: '?campaign_id={{campaign.id}}&adset_id={{adset.id}}&ad_id={{ad.id}}&site={{site_source_name}}&placement={{placement}}',
  'microsoft-ads':
    '?msclkid={msclkid}&campaign_id={CampaignId}&adgroup_id={AdGroupId}&ad_id={AdId}&keyword={keyword}&network={Network}',
  propellerads:
    '?clickid=${SUBID}&cost={cost}&campaign_id={campaignid}&banner_id={bannerid}&zone_id={zoneid}',
  taboola:
    '?clickid={click_id}&campaign_id={campaign_id}&item_id={campaign_item_id}&site={site}&title={title}',
  tiktok:
    '?clickid=__CLICKID__&campaign_id=__CAMPAIGN_ID__&adgroup_id=__AID__&ad_id=__CID__&placement=__PLACEMENT__',
};

it.each(sourceTemplates.map((template) => [template.id, template] as const))(
  'what the template of %s says is a new source as it stands, with every macro in its link',
  (id, template) => {
    const { tokens, clickIdParam, clickIdMacro, costParam, costMacro } = newSourceWithTokens.parse(template);
    expect({ tokens, clickIdParam, clickIdMacro, costParam, costMacro }).toEqual({
      tokens: template.tokens,
      clickIdParam: template.clickIdParam,
      clickIdMacro: template.clickIdMacro,
      costParam: template.costParam,
      costMacro: template.costMacro,
    });
    expect(writeLinkMacros(template)).toBe(links[id]);
    // What the source leaves as it is must not be taken for a value.
    const values = (links[id] ?? '')
      .slice(1)
      .split('&')
      .map((pair) => pair.slice(pair.indexOf('=') + 1));
    expect(values.filter((value) => !isUnfilledMacro(value))).toEqual([]);
  },
);

const nothing = { clickIdParam: null, clickIdMacro: null, costParam: null, costMacro: null, tokens: [] };

it.each([
  [nothing, ''],
  [{ ...nothing, clickIdParam: 'cid', costMacro: '{bid}' }, ''],
  [{ ...nothing, clickIdParam: 'a b', clickIdMacro: '${ID}' }, '?a%20b=${ID}'],
  [
    {
      ...nothing,
      tokens: [
        { index: 3, param: 'c', macro: '{c}' },
        { index: 2, param: 'b', macro: null },
        { index: 1, param: 'a', macro: '{a}' },
      ],
    },
    '?a={a}&c={c}',
  ],
  [
    { ...nothing, clickIdParam: 'a', clickIdMacro: '{1}', tokens: [{ index: 1, param: 'a', macro: '{2}' }] },
    '?a={1}',
  ],
  [{ ...nothing, tokens: [{ index: 1, param: 'old' }] }, ''],
])('%j is written %j', (source, link) => {
  expect(writeLinkMacros(source)).toBe(link);
});
