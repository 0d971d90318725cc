import { z } from 'zod';
import { bothWays, listPage, listQuery, textSearch } from './paging.ts';

const sourceTemplate = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    clickIdParam: z.string().nullable(),
    clickIdMacro: z.string().nullable(),
    costParam: z.string().nullable(),
    costMacro: z.string().nullable(),
    tokens: z.array(
      z.strictObject({ index: z.int(), param: z.string(), name: z.string(), macro: z.string() }),
    ),
  })
  .meta({
    id: 'SourceTemplate',
    description:
      'What a well-known source puts into links: the body of a new traffic source. The macro fills the parameter there.',
  });
export const sourceTemplateListQuery = listQuery(['name', ...bothWays('name')], textSearch);
export const sourceTemplatesPage = listPage(sourceTemplate).meta({ id: 'SourceTemplatesPage' });
export type SourceTemplate = z.infer<typeof sourceTemplate>;

type Known = [param: string, name: string, macro: string];

function template(
  id: string,
  name: string,
  fields: { clickId?: [param: string, macro: string | null]; cost?: [param: string, macro: string] },
  known: Known[],
): SourceTemplate {
  const tokens = known.map(([param, label, macro], at) => ({ index: at + 1, param, name: label, macro }));
  return {
    id,
    name,
    clickIdParam: fields.clickId?.[0] ?? null,
    clickIdMacro: fields.clickId?.[1] ?? null,
    costParam: fields.cost?.[0] ?? null,
    costMacro: fields.cost?.[1] ?? null,
    tokens,
  };
}

/** Facts that the sources document themselves. Postback URLs differ by account, so none is here. */
export const sourceTemplates: SourceTemplate[] = [
  template(
    'exoclick',
    'ExoClick',
    { clickId: ['clickid', '{conversions_tracking}'], cost: ['cost', '{actual_cpc}'] },
    [
      ['campaign_id', 'Campaign', '{campaign_id}'],
      ['variation_id', 'Variation', '{variation_id}'],
      ['zone_id', 'Zone', '{zone_id}'],
      ['site_id', 'Site', '{site_id}'],
      ['keyword', 'Keyword', '{keyword}'],
    ],
  ),
  // These three add their click id to every link by themselves, too; Meta has no macro for it.
  template('google-ads', 'Google Ads', { clickId: ['gclid', '{gclid}'] }, [
    ['campaign_id', 'Campaign', '{campaignid}'],
    ['adgroup_id', 'Ad group', '{adgroupid}'],
    ['creative', 'Ad', '{creative}'],
    ['keyword', 'Keyword', '{keyword}'],
    ['matchtype', 'Match type', '{matchtype}'],
    ['network', 'Network', '{network}'],
    ['placement', 'Placement', '{placement}'],
  ]),
  template('meta', 'Meta (Facebook, Instagram)', { clickId: ['fbclid', null] }, [
    ['campaign_id', 'Campaign', '{{campaign.id}}'],
    ['adset_id', 'Ad set', '{{adset.id}}'],
    ['ad_id', 'Ad', '{{ad.id}}'],
    ['site', 'Site', '{{site_source_name}}'],
    ['placement', 'Placement', '{{placement}}'],
  ]),
  template('microsoft-ads', 'Microsoft Advertising', { clickId: ['msclkid', '{msclkid}'] }, [
    ['campaign_id', 'Campaign', '{CampaignId}'],
    ['adgroup_id', 'Ad group', '{AdGroupId}'],
    ['ad_id', 'Ad', '{AdId}'],
    ['keyword', 'Keyword', '{keyword}'],
    ['network', 'Network', '{Network}'],
  ]),
  template('propellerads', 'PropellerAds', { clickId: ['clickid', '${SUBID}'], cost: ['cost', '{cost}'] }, [
    ['campaign_id', 'Campaign', '{campaignid}'],
    ['banner_id', 'Banner', '{bannerid}'],
    ['zone_id', 'Zone', '{zoneid}'],
  ]),
  template('taboola', 'Taboola', { clickId: ['clickid', '{click_id}'] }, [
    ['campaign_id', 'Campaign', '{campaign_id}'],
    ['item_id', 'Item', '{campaign_item_id}'],
    ['site', 'Site', '{site}'],
    ['title', 'Title', '{title}'],
  ]),
  template('tiktok', 'TikTok', { clickId: ['clickid', '__CLICKID__'] }, [
    ['campaign_id', 'Campaign', '__CAMPAIGN_ID__'],
    ['adgroup_id', 'Ad group', '__AID__'],
    ['ad_id', 'Ad', '__CID__'],
    ['placement', 'Placement', '__PLACEMENT__'],
  ]),
];
