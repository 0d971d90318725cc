import { macros } from '@waypost/contract/visits/macros.ts';
import type { Warning } from '@waypost/contract/campaigns/warnings.ts';
import { findBrokenMacros, type BrokenMacro } from '../macros/broken-macros.ts';
import { listMacros, type WrittenMacro } from '../macros/index.ts';
import { nearestMacro } from '../macros/nearest-macro.ts';
import { listTextMacros } from '../postbacks/text-template.ts';

type UrlUse = 'page' | 'postback';

/** Returns warnings about macros that would be sent unchanged or replaced with an empty string. */
export function urlWarnings(path: string, url: string, use: UrlUse): Warning[] {
  return listWarnings(path, [
    ...listMacros(url).flatMap((macro) => judgeMacro(macro, use) ?? []),
    ...findBrokenMacros(url, 'url').map(describeBroken),
  ]);
}

export function textWarnings(path: string, text: string): Warning[] {
  return listWarnings(path, [
    ...listTextMacros(text).flatMap((macro) => judgeMacro(macro, 'postback') ?? []),
    ...findBrokenMacros(text, 'text').map(describeBroken),
  ]);
}

type Remark = Omit<Warning, 'path'>;

function listWarnings(path: string, found: readonly Remark[]): Warning[] {
  // A macro that is repeated in the URL or text gets only one warning.
  const messages = new Map(found.map((warning) => [warning.message, { path, ...warning }]));
  return [...messages.values()];
}

const problems: Readonly<Record<BrokenMacro['problem'], string>> = {
  unclosed: 'has no closing brace',
  unopened: 'has no opening brace',
  brackets: 'is not a macro',
  'extra-brace': 'has one brace too many',
};

// The panel replaces the first word of the message with the suggestion, so the message starts with the written macro.
function describeBroken({ written, problem, suggestion }: BrokenMacro): Remark {
  const message = `${written} ${problems[problem]}, so it is sent unchanged`;
  return suggestion === undefined ? { message } : { message: `${message}: write ${suggestion}`, suggestion };
}

function judgeMacro(macro: WrittenMacro, use: UrlUse): Remark | undefined {
  const { written, name, parameter, isEncoded, isRaw } = macro;
  const shown = `{${written}${isRaw ? ':raw' : ''}}`;
  if (name === undefined && parameter === undefined) {
    const nearest = nearestMacro(written);
    if (nearest !== undefined)
      return {
        message: `${shown} is not a known macro and is replaced with an empty string. Did you mean {${nearest}}?`,
        suggestion: `{${nearest}}`,
      };
    if (isEncoded) return undefined;
    return { message: `${shown} is not a known macro and is replaced with an empty string` };
  }
  const surplus = surplusAround(macro);
  if (surplus !== undefined)
    return {
      message: `${surplus[0]}${shown}${surplus[1]} leaves its ${surplus[2]} in the URL: write ${shown}`,
      suggestion: shown,
    };
  if (use === 'page' && name !== undefined && macros[name].postbacksOnly === true)
    return { message: `${shown} is available in postbacks only and is replaced with an empty string here` };
  // The continent is not recorded with visits.
  if (use === 'postback' && name === 'continent')
    return { message: `${shown} is not available in postbacks and is replaced with an empty string` };
  return undefined;
}

// Finds extra characters (`$` or outer braces) that other products put around their macros. They would be left in the
// URL.
function surplusAround({ before, after, isEncoded }: WrittenMacro): [string, string, string] | undefined {
  if (isEncoded) return undefined;
  if (before === '$') return ['$', '', 'dollar sign'];
  return before === '{' && after === '}' ? ['{', '}', 'outer braces'] : undefined;
}

export function hasMacro(url: string, is: (macro: WrittenMacro) => boolean): boolean {
  return listMacros(url).some(is);
}
