import { readValue, type MacroValues } from './fill-template.ts';
import { addClickId, listMacros } from './parse-template.ts';

type FilledMacro = {
  /** As it is written, with its braces. */
  macro: string;
  /** As it is, before a URL has it encoded or shortened. */
  value: string;
  state: 'filled' | 'empty' | 'unknown';
};

/** The URL that is filled, with what is added to it, and what becomes of each of its macros, once. */
export function explainTemplate(
  url: string,
  clickIdParam: string | null,
  values: MacroValues,
): { template: string; macros: FilledMacro[] } {
  const template = addClickId(url, clickIdParam);
  const macros = new Map<string, FilledMacro>();
  for (const { written, isRaw, isEncoded, ...part } of listMacros(template)) {
    const isKnown = part.name !== undefined || part.parameter !== undefined;
    // With encoded braces and no meaning, it is a part of the URL.
    if (isEncoded && !isKnown) continue;
    const macro = `{${written}${isRaw ? ':raw' : ''}}`;
    const value = readValue(part, values);
    macros.set(macro, { macro, value, state: isKnown ? (value === '' ? 'empty' : 'filled') : 'unknown' });
  }
  return { template, macros: [...macros.values()] };
}
