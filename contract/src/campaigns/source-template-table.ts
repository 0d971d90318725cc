import type { SourceTemplate } from './source-templates.ts';

type TemplateToken = [param: string, name: string, macro: string];
type Facts = {
  clickId?: [param: string, macro: string | null];
  cost?: [param: string, macro: string];
  tokens: TemplateToken[];
  /**
   * URL of a GET request, or a full POST request. Text that starts with YOUR- is a placeholder for an account-specific
   * value.
   */
  postback?:
    | string
    | { url: string; headers: { name: string; value: string }[]; body: string; successText?: string };
  own?: Record<string, string>;
  note?: string;
  lookedUpAt: string;
  lookedUpIn: string;
};

function template(id: string, name: string, facts: Facts): SourceTemplate {
  const { clickId, cost, tokens, postback, own = {}, note = null, lookedUpAt, lookedUpIn } = facts;
  const call =
    typeof postback === 'string'
      ? { url: postback, method: 'GET' as const, headers: [], body: null, successText: null }
      : postback && { successText: null, ...postback, method: 'POST' as const };
  return {
    id,
    name,
    clickIdParam: clickId?.[0] ?? null,
    clickIdMacro: clickId?.[1] ?? null,
    costParam: cost?.[0] ?? null,
    costMacro: cost?.[1] ?? null,
    tokens: tokens.map(([param, label, macro], at) => ({ index: at + 1, param, name: label, macro })),
    postback:
      call === undefined
        ? null
        : {
            ...call,
            own: Object.entries(own).map(([placeholder, label]) => ({ placeholder, name: label })),
          },
    note,
    lookedUpAt,
    lookedUpIn,
  };
}

/**
 * Templates based on the documentation of the traffic sources. Values that the documentation does not mention are left
 * out. Each template's note lists values that are uncertain.
 */
export const sourceTemplates: SourceTemplate[] = [
  template('adskeeper', 'AdsKeeper', {
    clickId: ['clickid', '{click_id}'],
    cost: ['cost', '{click_price}'],
    tokens: [
      ['campaign_id', 'Campaign', '{campaign_id}'],
      ['teaser_id', 'Teaser', '{teaser_id}'],
      ['widget_id', 'Widget', '{widget_id}'],
    ],
    note: 'Copy the postback URL from the conversion settings of your AdsKeeper campaign and use {externalid} for the click ID. The price still includes clicks that AdsKeeper refunds later.',
    lookedUpAt: '2026-11-16',
    lookedUpIn: 'https://help.adskeeper.com/macros-setting-up-non-standard-markup-for-links-to-track-traffic',
  }),
  template('adsterra', 'Adsterra', {
    clickId: ['clickid', '##SUB_ID_SHORT(action)##'],
    cost: ['cost', '##COST_CPC##'],
    tokens: [
      ['campaign_id', 'Campaign', '##CAMPAIGN_ID##'],
      ['banner_id', 'Banner', '##BANNER_ID##'],
      ['placement_id', 'Placement', '##PLACEMENT_ID##'],
    ],
    postback: 'https://www.pbterra.com/name/YOUR-NAME/at?subid_short={externalid}&atpay={payout}',
    own: { 'YOUR-NAME': 'Name of your advertiser account' },
    note: 'Adsterra reads payouts as US dollars. The cost macro is for CPC; CPM campaigns use a different one.',
    lookedUpAt: '2026-11-16',
    lookedUpIn: 'https://docs.bemob.com/en/adsterra',
  }),
  template('clickadu', 'Clickadu', {
    clickId: ['clickid', '${SUBID}'],
    cost: ['cost', '{cost}'],
    tokens: [
      ['campaign_id', 'Campaign', '{campaignid}'],
      ['zone_id', 'Zone', '{zoneid}'],
    ],
    note: 'Copy the postback URL from the Tracking tab in Clickadu and replace ${SUBID} with {externalid}.',
    lookedUpAt: '2026-11-16',
    lookedUpIn:
      'https://support.clickadu.com/hc/en-us/articles/360001757198-How-to-integrate-Clickadu-S2S-conversion-tracking-',
  }),
  template('exoclick', 'ExoClick', {
    clickId: ['clickid', '{conversions_tracking}'],
    cost: ['cost', '{actual_cpc}'],
    tokens: [
      ['campaign_id', 'Campaign', '{campaign_id}'],
      ['variation_id', 'Variation', '{variation_id}'],
      ['zone_id', 'Zone', '{zone_id}'],
      ['site_id', 'Site', '{site_id}'],
      ['keyword', 'Keyword', '{keyword}'],
    ],
    postback: 'https://s.magsrv.com/tag.php?goal=YOUR-GOAL&tag={externalid}&value={payout}',
    own: { 'YOUR-GOAL': 'Conversion goal ID' },
    note: 'ExoClick uses the payout only if the conversion goal has a dynamic value.',
    lookedUpAt: '2026-11-16',
    lookedUpIn: 'https://docs.exoclick.com/docs/conversion-tracking/ and public integrations',
  }),
  template('google-ads', 'Google Ads', {
    clickId: ['gclid', '{gclid}'],
    tokens: [
      ['campaign_id', 'Campaign', '{campaignid}'],
      ['adgroup_id', 'Ad group', '{adgroupid}'],
      ['creative', 'Ad', '{creative}'],
      ['keyword', 'Keyword', '{keyword}'],
      ['matchtype', 'Match type', '{matchtype}'],
      ['network', 'Network', '{network}'],
      ['placement', 'Placement', '{placement}'],
    ],
    note: 'Google accepts conversions through its API or as files, not with a postback URL. With auto-tagging, Google adds gclid automatically.',
    lookedUpAt: '2026-11-16',
    lookedUpIn: 'https://support.google.com/google-ads/answer/6305348',
  }),
  template('hilltopads', 'HilltopAds', {
    clickId: ['clickid', '{{ctoken}}'],
    cost: ['cost', '{{price}}'],
    tokens: [
      ['campaign_id', 'Campaign', '{{campaignid}}'],
      ['ad_id', 'Ad', '{{adid}}'],
      ['zone_id', 'Zone', '{{zoneid}}'],
    ],
    note: 'Copy the postback URL from Trackers in your account, because its host and ID are account-specific. Use {externalid} for token and {payout} for price.',
    lookedUpAt: '2026-11-16',
    lookedUpIn: 'public integrations; not verified against the official list',
  }),
  template('meta', 'Meta (Facebook, Instagram)', {
    clickId: ['fbclid', null],
    tokens: [
      ['campaign_id', 'Campaign', '{{campaign.id}}'],
      ['adset_id', 'Ad set', '{{adset.id}}'],
      ['ad_id', 'Ad', '{{ad.id}}'],
      ['site', 'Site', '{{site_source_name}}'],
      ['placement', 'Placement', '{{placement}}'],
    ],
    postback: {
      url: 'https://graph.facebook.com/YOUR-VERSION/YOUR-PIXEL/events',
      headers: [{ name: 'Authorization', value: 'Bearer YOUR-TOKEN' }],
      body: `{
  "data": [{
    "event_name": "Purchase",
    "event_time": {eventtime},
    "event_id": "{postbackid}",
    "action_source": "website",
    "user_data": {
      "fbc": "fb.1.{timestamp}000.{externalid}",
      "client_ip_address": "{ip}",
      "client_user_agent": "{useragent}"
    },
    "custom_data": { "currency": "{currency}", "value": {payout} }
  }]
}`,
    },
    own: {
      'YOUR-VERSION': 'API version, such as v24.0',
      'YOUR-PIXEL': 'Pixel ID',
      'YOUR-TOKEN': 'Access token for the Conversions API',
    },
    note: 'Meta adds fbclid automatically. The token is sent in a header, where it is masked; Meta’s example has it in the URL. Every conversion is sent to the Conversions API as a Purchase with the visitor’s IP address and user agent. Make sure that you may share them.',
    lookedUpAt: '2026-11-16',
    lookedUpIn:
      'https://developers.facebook.com/documentation/ads-commerce/conversions-api/using-the-api; macros: https://doc.eulerian.com/p/O8AeUNCcprPL2E/',
  }),
  template('mgid', 'MGID', {
    clickId: ['clickid', '{click_id}'],
    cost: ['cost', '{click_price}'],
    tokens: [
      ['campaign_id', 'Campaign', '{campaign_id}'],
      ['teaser_id', 'Teaser', '{teaser_id}'],
      ['widget_id', 'Widget', '{widget_id}'],
      ['category_id', 'Category', '{category_id}'],
    ],
    postback: 'https://a.mgid.com/postback?c={externalid}&e=YOUR-EVENT&r={payout}',
    own: { 'YOUR-EVENT': 'Name of the conversion goal' },
    note: 'The price still includes clicks that MGID refunds later.',
    lookedUpAt: '2026-11-16',
    lookedUpIn: 'https://help.mgid.com/macros.-setting-up-non-standard-markup-for-links-to-track-traffic',
  }),
  template('microsoft-ads', 'Microsoft Advertising', {
    clickId: ['msclkid', '{msclkid}'],
    tokens: [
      ['campaign_id', 'Campaign', '{CampaignId}'],
      ['adgroup_id', 'Ad group', '{AdGroupId}'],
      ['ad_id', 'Ad', '{AdId}'],
      ['keyword', 'Keyword', '{keyword}'],
      ['network', 'Network', '{Network}'],
    ],
    note: 'Microsoft accepts conversions through its API or as files, not with a postback URL. With auto-tagging, Microsoft adds msclkid automatically.',
    lookedUpAt: '2026-11-16',
    lookedUpIn: 'https://help.ads.microsoft.com/apex/index/3/en/56799',
  }),
  template('outbrain', 'Outbrain', {
    clickId: ['clickid', '{{ob_click_id}}'],
    tokens: [
      ['campaign_id', 'Campaign', '{{campaign_id}}'],
      ['ad_id', 'Ad', '{{ad_id}}'],
      ['publisher_id', 'Publisher', '{{publisher_id}}'],
      ['publisher', 'Publisher name', '{{publisher_name}}'],
      ['section_id', 'Section', '{{section_id}}'],
      ['section', 'Section name', '{{section_name}}'],
    ],
    postback:
      'https://tr.outbrain.com/unifiedPixel?ob_click_id={externalid}&name=YOUR-CONVERSION&orderValue={payout}&currency={currency}&orderId={txid}',
    own: { 'YOUR-CONVERSION': 'Conversion name (case-sensitive)' },
    lookedUpAt: '2026-11-16',
    lookedUpIn:
      'https://www.outbrain.com/help/advertisers/server2server-integrations/, as quoted by public integrations',
  }),
  template('pinterest', 'Pinterest', {
    clickId: ['epik', null],
    tokens: [
      ['campaign_id', 'Campaign', '{campaignid}'],
      ['adgroup_id', 'Ad group', '{adgroupid}'],
      ['ad_id', 'Ad', '{adid}'],
      ['device', 'Device', '{device}'],
    ],
    note: 'Pinterest adds epik automatically. Its Conversions API requires hashed personal data, which a postback cannot provide.',
    lookedUpAt: '2026-11-16',
    lookedUpIn: 'https://help.pinterest.com/en/business/article/third-party-and-dynamic-tracking',
  }),
  template('popads', 'PopAds', {
    clickId: ['clickid', '[IMPRESSIONID]'],
    cost: ['cost', '[BID]'],
    tokens: [
      ['campaign_id', 'Campaign', '[CAMPAIGNID]'],
      ['website_id', 'Website', '[WEBSITEID]'],
      ['category', 'Category', '[CATEGORYNAME]'],
    ],
    postback: 'https://serve.popads.net/cpixel.php?s2s=1&aid=YOUR-AID&id={externalid}&value={payout}',
    own: { 'YOUR-AID': 'aid from your postback URL' },
    note: 'PopAds reportedly keeps impressions for 48 hours and does not count later conversions. Amounts are read as US dollars.',
    lookedUpAt: '2026-11-16',
    lookedUpIn: 'public integrations; the official list requires an account',
  }),
  template('popcash', 'PopCash', {
    clickId: ['clickid', '[clickid]'],
    cost: ['cost', '[bid]'],
    tokens: [
      ['campaign_id', 'Campaign', '[campaignid]'],
      ['site_id', 'Site', '[siteid]'],
      ['category', 'Category', '[category]'],
    ],
    postback: 'https://ct.popcash.net/click?aid=YOUR-AID&clickid={externalid}&payout={payout}',
    own: { 'YOUR-AID': 'aid from your postback URL' },
    lookedUpAt: '2026-11-16',
    lookedUpIn: 'public integrations; not verified against the official list',
  }),
  template('propellerads', 'PropellerAds', {
    clickId: ['clickid', '${SUBID}'],
    cost: ['cost', '{cost}'],
    tokens: [
      ['campaign_id', 'Campaign', '{campaignid}'],
      ['banner_id', 'Banner', '{bannerid}'],
      ['zone_id', 'Zone', '{zoneid}'],
    ],
    postback:
      'https://ad.propellerads.com/conversion.php?aid=YOUR-AID&pid=&tid=YOUR-TID&visitor_id={externalid}&payout={payout}',
    own: { 'YOUR-AID': 'aid from your postback URL', 'YOUR-TID': 'tid from your postback URL' },
    lookedUpAt: '2026-11-16',
    lookedUpIn: 'https://help.bemob.com/docs/adding-a-traffic-source-from-template and public integrations',
  }),
  template('reddit', 'Reddit', {
    clickId: ['rdt_cid', '{{CLICK_ID}}'],
    tokens: [
      ['campaign_id', 'Campaign', '{{CAMPAIGN_ID}}'],
      ['adgroup_id', 'Ad group', '{{ADGROUP_ID}}'],
      ['ad_id', 'Ad', '{{AD_ID}}'],
    ],
    note: 'Reddit documents only the campaign and ad group macros; the click and ad macros are taken from public integrations. The Conversions API is not set up by this template.',
    lookedUpAt: '2026-11-16',
    lookedUpIn: 'https://docs.metarouter.io/docs/reddit-ads and public integrations',
  }),
  template('richads', 'RichAds', {
    clickId: ['clickid', '[CLICK_ID]'],
    cost: ['cost', '[BID_PRICE]'],
    tokens: [
      ['campaign_id', 'Campaign', '[CAMPAIGN_ID]'],
      ['creative_id', 'Creative', '[CREATIVE_ID]'],
      ['site_id', 'Site', '[SITE_ID]'],
    ],
    postback: 'https://xml.auxml.com/log?action=conversion&key={externalid}&price={payout}',
    note: 'Compare the host of the postback URL with the one in your account. For pop ads, use [ZONE_ID] and [CPV_PRICE] instead of [SITE_ID] and [BID_PRICE].',
    lookedUpAt: '2026-11-16',
    lookedUpIn: 'https://docs.bemob.com/en/richads-pops',
  }),
  template('snapchat', 'Snapchat', {
    clickId: ['ScCid', null],
    tokens: [
      ['campaign_id', 'Campaign', '{{campaign.id}}'],
      ['adset_id', 'Ad set', '{{adSet.id}}'],
      ['ad_id', 'Ad', '{{ad.id}}'],
      ['site', 'Site', '{{site_source_name}}'],
    ],
    note: 'Snapchat adds ScCid automatically; check its spelling in the first visits. The Conversions API is not set up by this template.',
    lookedUpAt: '2026-11-16',
    lookedUpIn: 'https://doc.eulerian.com/p/k6f-w5LAgEYNIl/ and https://urlmacros.com/snapchat.html',
  }),
  template('taboola', 'Taboola', {
    clickId: ['clickid', '{click_id}'],
    tokens: [
      ['campaign_id', 'Campaign', '{campaign_id}'],
      ['item_id', 'Item', '{campaign_item_id}'],
      ['site', 'Site', '{site}'],
      ['site_id', 'Site ID', '{site_id}'],
      ['title', 'Title', '{title}'],
    ],
    postback:
      'https://trc.taboola.com/actions-handler/log/3/s2s-action?click-id={externalid}&name=YOUR-EVENT&revenue={payout}&currency={currency}&orderid={txid}',
    own: { 'YOUR-EVENT': 'Event name of the conversion (case-sensitive)' },
    lookedUpAt: '2026-11-16',
    lookedUpIn: 'https://developers.taboola.com/pixel/docs/the-postback-url',
  }),
  template('tiktok', 'TikTok', {
    clickId: ['ttclid', '__CLICKID__'],
    tokens: [
      ['campaign_id', 'Campaign', '__CAMPAIGN_ID__'],
      ['adgroup_id', 'Ad group', '__AID__'],
      ['ad_id', 'Ad', '__CID__'],
      ['placement', 'Placement', '__PLACEMENT__'],
    ],
    postback: {
      url: 'https://business-api.tiktok.com/open_api/v1.3/event/track/',
      headers: [{ name: 'Access-Token', value: 'YOUR-TOKEN' }],
      body: `{
  "event_source": "web",
  "event_source_id": "YOUR-PIXEL",
  "data": [{
    "event": "CompletePayment",
    "event_time": {eventtime},
    "event_id": "{postbackid}",
    "user": { "ttclid": "{externalid}", "ip": "{ip}", "user_agent": "{useragent}" },
    "properties": { "currency": "{currency}", "value": {payout} }
  }]
}`,
      // Error responses also have status 200, but a different code in the body.
      successText: '"code":0',
    },
    own: { 'YOUR-PIXEL': 'Pixel ID', 'YOUR-TOKEN': 'Access token for the Events API' },
    note: 'Every conversion is sent to the Events API as a CompletePayment with the visitor’s IP address and user agent. Make sure that you may share them.',
    lookedUpAt: '2026-11-16',
    lookedUpIn: 'https://ads.tiktok.com/help/article/tiktok-click-id',
  }),
  template('trafficstars', 'TrafficStars', {
    clickId: ['clickid', '{click_id}'],
    cost: ['cost', '{cost}'],
    tokens: [
      ['campaign_id', 'Campaign', '{campaign_id}'],
      ['creative_id', 'Creative', '{creative_id}'],
      ['site_id', 'Site', '{site_id}'],
      ['spot_id', 'Ad spot', '{adspot_id}'],
      ['keywords', 'Keywords', '{keywords}'],
    ],
    postback: 'https://tsyndicate.com/api/v1/cpa/action?clickid={externalid}&value={payout}&key=YOUR-KEY',
    own: { 'YOUR-KEY': 'key from your postback URL' },
    lookedUpAt: '2026-11-16',
    lookedUpIn:
      'https://support.trafficstars.com/advertising/tracking/what-are-the-available-dynamic-parameters',
  }),
  template('x', 'X (Twitter)', {
    clickId: ['twclid', null],
    tokens: [],
    note: 'X adds twclid automatically and has no campaign macros, so use a separate link for each campaign. Its Conversion API requires signed requests, which postbacks do not support.',
    lookedUpAt: '2026-11-16',
    lookedUpIn: 'https://docs.x.com/x-ads-api/measurement/web-conversions',
  }),
  template('zeropark', 'Zeropark', {
    clickId: ['cid', '{cid}'],
    cost: ['cost', '{visit_cost}'],
    tokens: [
      ['campaign_id', 'Campaign', '{campaign_id}'],
      ['source', 'Source', '{source}'],
      ['target', 'Target', '{target}'],
      ['keyword', 'Keyword', '{keyword}'],
    ],
    postback: 'http://postback.zeroredirect1.com/zppostback/YOUR-ID?cid={externalid}&payout={payout}',
    own: { 'YOUR-ID': 'ID from your postback URL' },
    note: 'Compare the host of the postback URL with the one in your account, because several are in use.',
    lookedUpAt: '2026-11-16',
    lookedUpIn: 'public integrations; not verified against the official list',
  }),
];
