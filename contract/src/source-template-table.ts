import type { SourceTemplate } from './source-templates.ts';

type Known = [param: string, name: string, macro: string];
type Facts = {
  clickId?: [param: string, macro: string | null];
  cost?: [param: string, macro: string];
  tokens: Known[];
  /** A GET to this address, or more where the source wants more. YOUR-… is what differs by account. */
  postback?: string | { url: string; headers: { name: string; value: string }[]; body: string };
  /** What the source calls that. */
  own?: Record<string, string>;
  note?: string;
  lookedUpIn: string;
};

const lookedUpAt = '2026-11-16';

function template(id: string, name: string, facts: Facts): SourceTemplate {
  const { clickId, cost, tokens, postback, own = {}, note = null, lookedUpIn } = facts;
  const call =
    typeof postback === 'string'
      ? { url: postback, method: 'GET' as const, headers: [], body: null }
      : postback && { ...postback, method: 'POST' as const };
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
 * Facts that were looked up, in the one place where they are corrected. What could not be found is left out; what is
 * uncertain says so in its note.
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
    note: 'The postback URL is shown in the conversion settings of the campaign there: paste it into the source, with {externalid} for the click id. Clicks that AdsKeeper takes back later are still in the price.',
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
    note: 'Payouts are taken for US dollars. The cost is of clicks: campaigns by CPM have another macro.',
    lookedUpIn: 'https://docs.bemob.com/en/adsterra',
  }),
  template('clickadu', 'Clickadu', {
    clickId: ['clickid', '${SUBID}'],
    cost: ['cost', '{cost}'],
    tokens: [
      ['campaign_id', 'Campaign', '{campaignid}'],
      ['zone_id', 'Zone', '{zoneid}'],
    ],
    note: 'Copy the postback URL from the tab Tracking there, and write {externalid} in place of ${SUBID}.',
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
    own: { 'YOUR-GOAL': 'Id of the conversion goal' },
    note: 'The value counts where the conversion goal has a dynamic value.',
    lookedUpIn: 'https://docs.exoclick.com/docs/conversion-tracking/ and public integrations that agree',
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
    note: 'Google takes conversions by its own API or as files, not by a postback URL. With auto-tagging it adds gclid by itself.',
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
    note: 'Copy the postback URL from Trackers there, and write {externalid} for token and {payout} for price: its host and its id differ by account.',
    lookedUpIn: 'public integrations that agree; its own list was not seen',
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
      'YOUR-VERSION': 'Version of the API, such as v24.0',
      'YOUR-PIXEL': 'Id of the pixel',
      'YOUR-TOKEN': 'Access token of the Conversions API',
    },
    note: 'Meta adds fbclid by itself. The token is sent in a header, where it is hidden; Meta’s example has it in the address. Its Conversions API gets every conversion as a Purchase, with address and browser of the visitor: see that they may be passed on.',
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
    note: 'Clicks that MGID takes back later are still in the price.',
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
    note: 'Microsoft takes conversions by its own API or as files, not by a postback URL. With auto-tagging it adds msclkid by itself.',
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
    own: { 'YOUR-CONVERSION': 'Name of the conversion, in its own case of letters' },
    lookedUpIn:
      'https://www.outbrain.com/help/advertisers/server2server-integrations/, as public integrations quote it',
  }),
  template('pinterest', 'Pinterest', {
    clickId: ['epik', null],
    tokens: [
      ['campaign_id', 'Campaign', '{campaignid}'],
      ['adgroup_id', 'Ad group', '{adgroupid}'],
      ['ad_id', 'Ad', '{adid}'],
      ['device', 'Device', '{device}'],
    ],
    note: 'Pinterest adds epik by itself. Its Conversions API wants values of people as hashes, which a postback cannot make.',
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
    own: { 'YOUR-AID': 'aid, as it stands in the postback URL there' },
    note: 'PopAds is said to keep impressions for 48 hours: what converts later is not counted there. Amounts are taken for US dollars.',
    lookedUpIn: 'public integrations that agree; its own list is behind its sign-in',
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
    own: { 'YOUR-AID': 'aid, as it stands in the postback URL there' },
    lookedUpIn: 'public integrations that agree; its own list was not seen',
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
    own: { 'YOUR-AID': 'aid, as it stands in the postback URL there', 'YOUR-TID': 'tid, likewise' },
    lookedUpIn: 'https://help.bemob.com/docs/adding-a-traffic-source-from-template and public integrations',
  }),
  template('reddit', 'Reddit', {
    clickId: ['rdt_cid', '{{CLICK_ID}}'],
    tokens: [
      ['campaign_id', 'Campaign', '{{CAMPAIGN_ID}}'],
      ['adgroup_id', 'Ad group', '{{ADGROUP_ID}}'],
      ['ad_id', 'Ad', '{{AD_ID}}'],
    ],
    note: 'Only the macros of campaign and ad group were seen in Reddit’s own example; those of the click and the ad in integrations. Its Conversions API is not filled in here.',
    lookedUpIn: 'https://docs.metarouter.io/docs/reddit-ads and public integrations that agree',
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
    note: 'Compare the host of the postback with the one that your account shows. Pops have [ZONE_ID] and [CPV_PRICE] in place of site and bid.',
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
    note: 'Snapchat adds ScCid by itself; look at the first visits whether it is written so. Its Conversions API is not filled in here.',
    lookedUpIn: 'https://doc.eulerian.com/p/k6f-w5LAgEYNIl/ and https://urlmacros.com/snapchat.html',
  }),
  template('taboola', 'Taboola', {
    clickId: ['clickid', '{click_id}'],
    tokens: [
      ['campaign_id', 'Campaign', '{campaign_id}'],
      ['item_id', 'Item', '{campaign_item_id}'],
      ['site', 'Site', '{site}'],
      ['site_id', 'Site id', '{site_id}'],
      ['title', 'Title', '{title}'],
    ],
    postback:
      'https://trc.taboola.com/actions-handler/log/3/s2s-action?click-id={externalid}&name=YOUR-EVENT&revenue={payout}&currency={currency}&orderid={txid}',
    own: { 'YOUR-EVENT': 'Event name of the conversion, in its own case of letters' },
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
    },
    own: { 'YOUR-PIXEL': 'Id of the pixel', 'YOUR-TOKEN': 'Access token of the Events API' },
    note: 'The Events API gets every conversion as a CompletePayment, with address and browser of the visitor: see that they may be passed on.',
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
    own: { 'YOUR-KEY': 'key, as it stands in the postback URL there' },
    lookedUpIn:
      'https://support.trafficstars.com/advertising/tracking/what-are-the-available-dynamic-parameters',
  }),
  template('x', 'X (Twitter)', {
    clickId: ['twclid', null],
    tokens: [],
    note: 'X adds twclid by itself and has no macros for campaigns: give each campaign a link of its own. Its Conversion API signs every request, which a postback cannot do.',
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
    own: { 'YOUR-ID': 'Id in the postback URL there' },
    note: 'Compare the host of the postback with the one that your account shows: another one was seen, too.',
    lookedUpIn: 'public integrations that agree; its own list was not seen',
  }),
];
