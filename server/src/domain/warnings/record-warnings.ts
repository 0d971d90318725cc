import { formatIgnoredCost, type CostMode } from '@waypost/contract/campaigns/campaigns.ts';
import { hiddenValue, type PostbackRequest } from '@waypost/contract/postbacks/postback-requests.ts';
import type { Warning } from '@waypost/contract/campaigns/warnings.ts';
import type { WrittenMacro } from '../macros/index.ts';
import { explainMissingPostbacks, type PostbackSettings } from '../postbacks/explain-missing-postbacks.ts';
import { listTextMacros } from '../postbacks/text-template.ts';
import { hasMacro, textWarnings, urlWarnings } from './url-warnings.ts';

type Sent = { postbackUrl: string | null } & Partial<
  Pick<PostbackRequest, 'postbackHeaders' | 'postbackBody'>
>;

type Source = { clickIdParam: string | null };

export function landingWarnings({ url }: { url: string }): Warning[] {
  return urlWarnings('url', url, 'page');
}

/**
 * Returns the warnings for an offer. If the network has a `clickIdParam`, the click ID is added automatically, so the
 * URL needs no macro.
 */
export function offerWarnings(
  { url }: { url: string },
  { clickIdParam }: { clickIdParam: string | null },
): Warning[] {
  const warnings = urlWarnings('url', url, 'page');
  if (clickIdParam !== null || hasMacro(url, ({ name }) => name === 'clickid')) return warnings;
  const message =
    'has no {clickid}, and no affiliate network adds it, so conversions for this offer cannot be matched to visits';
  return [...warnings, { path: 'url', message }];
}

export function sourceWarnings(
  source: Source &
    Sent & {
      costParam: string | null;
      clickIdMacro: string | null;
      costMacro: string | null;
    },
): Warning[] {
  const idle = (['clickId', 'cost'] as const).flatMap((field) =>
    source[`${field}Macro`] === null || source[`${field}Param`] !== null
      ? []
      : [
          {
            path: `${field}Macro`,
            message: `is not added to links because ${field}Param is empty`,
          },
        ],
  );
  return [...postbackWarnings('', source, source), ...idle];
}

export function settingsWarnings(
  settings: { fallbackUrl: string | null; postbackUrl: string | null },
  source: Source,
): Warning[] {
  // Postbacks to the campaign's own URL use GET, without headers or a body.
  const { postbackUrl } = settings;
  return [...fallbackWarnings(settings), ...postbackWarnings('', { postbackUrl }, source)];
}

export function costWarnings(mode: CostMode, costParam: string | null): Warning[] {
  const message = formatIgnoredCost(mode, costParam);
  return message === undefined ? [] : [{ path: 'cost.mode', message }];
}

export function workspaceWarnings(settings: {
  fallbackUrl: string | null;
  blockUrl: string | null;
}): Warning[] {
  const { blockUrl } = settings;
  const block = blockUrl === null ? [] : urlWarnings('blockUrl', blockUrl, 'page');
  return [...fallbackWarnings(settings), ...block];
}

function fallbackWarnings({ fallbackUrl }: { fallbackUrl: string | null }): Warning[] {
  return fallbackUrl === null ? [] : urlWarnings('fallbackUrl', fallbackUrl, 'page');
}

type Rules = readonly { actions: readonly Sent[] }[];

/**
 * Returns the warnings for goal rules. `list` is the name of the field with the rules, which differs between the API
 * and configuration files.
 */
export function goalWarnings(rules: Rules, source: Source, list = 'rules'): Warning[] {
  return rules.flatMap(({ actions }, rule) =>
    actions.flatMap((sent, action) => postbackWarnings(`${list}.${rule}.actions.${action}.`, sent, source)),
  );
}

export function missingPostbackWarnings(settings: PostbackSettings, list = 'rules'): Warning[] {
  const message = explainMissingPostbacks(settings);
  return message === undefined ? [] : [{ path: list, message }];
}

function headerWarnings(path: string, value: string): Warning[] {
  if (value !== hiddenValue) return textWarnings(path, value);
  const message =
    'cannot be decrypted with this server’s key, so no postbacks are sent; enter the value again or restore the key';
  return [{ path, message }];
}

// Returns the warnings for a postback, with `prefix` before each field name. If there is no URL, headers and body are
// not sent and not checked.
function postbackWarnings(prefix: string, sent: Sent, { clickIdParam }: Source): Warning[] {
  const { postbackUrl: url, postbackHeaders = [], postbackBody = null } = sent;
  if (url === null) return [];
  const path = `${prefix}postbackUrl`;
  const warnings = [
    ...urlWarnings(path, url, 'postback'),
    ...postbackHeaders.flatMap(({ value }, at) =>
      headerWarnings(`${prefix}postbackHeaders.${at}.value`, value),
    ),
    ...textWarnings(`${prefix}postbackBody`, postbackBody ?? ''),
  ];
  const texts = [...postbackHeaders.map(({ value }) => value), postbackBody ?? ''];
  const names = (is: (macro: WrittenMacro) => boolean) =>
    hasMacro(url, is) || texts.some((text) => listTextMacros(text).some(is));
  const namesClick = names(({ name }) => name === 'externalid');
  if (namesClick && clickIdParam === null)
    return [
      ...warnings,
      { path, message: '{externalid} is always empty because the traffic source has no clickIdParam' },
    ];
  // A source without a click ID parameter may send its click ID in a token.
  const namesToken = names(
    ({ name, parameter }) => name?.startsWith('token') === true || parameter !== undefined,
  );
  if (namesClick || (clickIdParam === null && namesToken)) return warnings;
  return [
    ...warnings,
    { path, message: 'has no {externalid}, so the traffic source cannot match the conversion to its click' },
  ];
}
