import type { EdgeHeaders } from '../../exchange.ts';
import { copyHeader, cutHeader } from '../../request/cut-header.ts';
import { readVersion } from './read-version.ts';

/** What Chromium browsers say in headers of their own instead of in the agent; as sent, cut. */
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
  // Who sends none of the three sends none of the others: they are only sent on request and by the same browsers.
  if (brands === undefined && mobile === undefined && platform === undefined) return noHints;
  return {
    brands: one(brands),
    fullVersions: one(headers['sec-ch-ua-full-version-list']),
    mobile: one(mobile),
    platform: one(platform),
    platformVersion: one(headers['sec-ch-ua-platform-version']),
    model: one(headers['sec-ch-ua-model']),
  };
}

/** By which a browser is asked for those that it does not send by itself. */
export const hintsHeader: readonly [name: string, value: string] = [
  'accept-ch',
  'Sec-CH-UA-Model, Sec-CH-UA-Platform-Version, Sec-CH-UA-Full-Version-List',
];

/** Whether a browser has more to say than it did; who was asked says it from the next visit on. */
export function hasMoreHints(headers: EdgeHeaders): boolean {
  return headers['sec-ch-ua'] !== undefined && headers['sec-ch-ua-platform-version'] === undefined;
}

function one(value: string | string[] | undefined): string {
  return typeof value === 'string' ? cutHeader(value, hintLengthMax) : '';
}

/** For whoever keeps them. */
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

/** The text within the quotes of `"Android"`. */
export function unquoted(value: string): string {
  const trimmed = value.trim();
  const inner =
    trimmed.length >= 2 && trimmed.startsWith('"') && trimmed.endsWith('"') ? trimmed.slice(1, -1) : trimmed;
  return inner.trim();
}

type Brand = { name: string; version: string | undefined };

/** The list `"Chromium";v="120", "Not A;Brand";v="99"` without what only stands there to keep readers honest. */
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
    if (!isFiller(name)) brands.push({ name, version: mark < 0 ? undefined : readVersion(list, mark) });
    if (end < 0) break;
    at = end + 1;
  }
  return brands;
}

function isFiller(name: string): boolean {
  const lower = name.toLowerCase();
  return lower === '' || lower === 'chromium' || (lower.includes('not') && lower.includes('brand'));
}
