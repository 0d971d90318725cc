import type { EdgeHeaders } from '../../exchange.ts';
import { copyHeader, truncateHeader } from '../../request/header-text.ts';
import { readVersion } from './read-version.ts';

/**
 * User-agent client hints as sent, cut to a maximum length. Chromium browsers send them instead of details in the user
 * agent.
 */
export type Hints = {
  brands: string;
  fullVersions: string;
  mobile: string;
  platform: string;
  platformVersion: string;
  model: string;
};

const hintLengthMax = 256;

export const noHints: Hints = {
  brands: '',
  fullVersions: '',
  mobile: '',
  platform: '',
  platformVersion: '',
  model: '',
};

export function readHints(headers: EdgeHeaders): Hints {
  const brands = headers['sec-ch-ua'];
  const mobile = headers['sec-ch-ua-mobile'];
  const platform = headers['sec-ch-ua-platform'];
  // A browser that sends none of these three headers doesn't send any other hints either.
  if (brands === undefined && mobile === undefined && platform === undefined) return noHints;
  return {
    brands: cutHint(brands),
    fullVersions: cutHint(headers['sec-ch-ua-full-version-list']),
    mobile: cutHint(mobile),
    platform: cutHint(platform),
    platformVersion: cutHint(headers['sec-ch-ua-platform-version']),
    model: cutHint(headers['sec-ch-ua-model']),
  };
}

export const hintsHeader: readonly [name: string, value: string] = [
  'accept-ch',
  'Sec-CH-UA-Model, Sec-CH-UA-Platform-Version, Sec-CH-UA-Full-Version-List',
];

/**
 * Returns true if the browser supports hints but hasn't sent the requested hints yet. It sends them with later visits.
 */
export function hasMoreHints(headers: EdgeHeaders): boolean {
  return headers['sec-ch-ua'] !== undefined && headers['sec-ch-ua-platform-version'] === undefined;
}

function cutHint(value: string | string[] | undefined): string {
  return typeof value === 'string' ? truncateHeader(value, hintLengthMax) : '';
}

/** Copies the strings so that a cache doesn't retain the whole request. */
export function copyHints(hints: Hints): Hints {
  if (hints === noHints) return noHints;
  return {
    brands: copyHeader(hints.brands),
    fullVersions: copyHeader(hints.fullVersions),
    mobile: copyHeader(hints.mobile),
    platform: copyHeader(hints.platform),
    platformVersion: copyHeader(hints.platformVersion),
    model: copyHeader(hints.model),
  };
}

export function unquote(value: string): string {
  const trimmed = value.trim();
  const inner =
    trimmed.length >= 2 && trimmed.startsWith('"') && trimmed.endsWith('"') ? trimmed.slice(1, -1) : trimmed;
  return inner.trim();
}

type Brand = { name: string; version: string | undefined };

/**
 * Parses `"Chromium";v="120", "Google Chrome";v="120", "Not A;Brand";v="99"`, leaving out Chromium and the placeholder
 * brand (GREASE).
 */
export function readBrands(list: string): Brand[] {
  const brands: Brand[] = [];
  let at = 0;
  while (brands.length < 8) {
    const open = list.indexOf('"', at);
    const close = open < 0 ? -1 : list.indexOf('"', open + 1);
    if (close < 0) break;
    const mark = list.startsWith(';v="', close + 1) ? close + 5 : -1;
    const end = mark < 0 ? close : list.indexOf('"', mark);
    const name = list.slice(open + 1, close).trim();
    if (!isPlaceholder(name)) brands.push({ name, version: mark < 0 ? undefined : readVersion(list, mark) });
    if (end < 0) break;
    at = end + 1;
  }
  return brands;
}

function isPlaceholder(name: string): boolean {
  const lower = name.toLowerCase();
  return lower === '' || lower === 'chromium' || (lower.includes('not') && lower.includes('brand'));
}
