import type { Warning } from '@waypost/contract/warnings.ts';
import { findSilence, type Telling } from '../postbacks/find-silence.ts';
import { hasMacro, urlWarnings } from './url-warnings.ts';

type Source = { clickIdParam: string | null };

export function landingWarnings({ url }: { url: string }): Warning[] {
  return urlWarnings('url', url, 'page');
}

/** `clickIdParam` is that of its network: what the product adds by itself needs no macro. */
export function offerWarnings(
  { url }: { url: string },
  { clickIdParam }: { clickIdParam: string | null },
): Warning[] {
  const warnings = urlWarnings('url', url, 'page');
  if (clickIdParam !== null || hasMacro(url, ({ name }) => name === 'clickid')) return warnings;
  const message =
    'has no {clickid}, and no affiliate network adds it: the offer cannot report whose conversion it was';
  return [...warnings, { path: 'url', message }];
}

export function sourceWarnings(
  source: Source & {
    postbackUrl: string | null;
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
            message: `is not put into links, because ${field}Param names no parameter`,
          },
        ],
  );
  return [...postbackWarnings('postbackUrl', source.postbackUrl, source), ...idle];
}

export function settingsWarnings(
  settings: { fallbackUrl: string | null; postbackUrl: string | null },
  source: Source,
): Warning[] {
  return [...fallbackWarnings(settings), ...postbackWarnings('postbackUrl', settings.postbackUrl, source)];
}

export function fallbackWarnings({ fallbackUrl }: { fallbackUrl: string | null }): Warning[] {
  return fallbackUrl === null ? [] : urlWarnings('fallbackUrl', fallbackUrl, 'page');
}

type Rules = readonly { actions: readonly { postbackUrl: string | null }[] }[];

/** `list` is the field that holds the rules: that of the API is not that of the files. */
export function goalWarnings(rules: Rules, source: Source, list = 'rules'): Warning[] {
  return rules.flatMap(({ actions }, rule) =>
    actions.flatMap(({ postbackUrl }, action) =>
      postbackWarnings(`${list}.${rule}.actions.${action}.postbackUrl`, postbackUrl, source),
    ),
  );
}

/** That the source of a campaign hears of nothing. */
export function silenceWarnings(telling: Telling, list = 'rules'): Warning[] {
  const message = findSilence(telling);
  return message === undefined ? [] : [{ path: list, message }];
}

function postbackWarnings(path: string, url: string | null, { clickIdParam }: Source): Warning[] {
  if (url === null) return [];
  const warnings = urlWarnings(path, url, 'postback');
  const namesClick = hasMacro(url, ({ name }) => name === 'externalid');
  if (namesClick && clickIdParam === null)
    return [
      ...warnings,
      { path, message: '{externalid} is always empty, because the source names no clickIdParam' },
    ];
  // Without a parameter of its own, a source may get its click id in a token.
  const namesToken = hasMacro(
    url,
    ({ name, parameter }) => name?.startsWith('token') === true || parameter !== undefined,
  );
  if (namesClick || (clickIdParam === null && namesToken)) return warnings;
  return [
    ...warnings,
    { path, message: 'has no {externalid}: the source is not told whose conversion it was' },
  ];
}
