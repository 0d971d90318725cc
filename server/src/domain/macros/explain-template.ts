import { readValue, type MacroValues } from './fill-template.ts';
import { addClickId, listMacros } from './parse-template.ts';

type FilledMacro = {
  macro: string;
  value: string;
  state: 'filled' | 'empty' | 'unknown';
};

export function explainTemplate(
  url: string,
  clickIdParam: string | null,
  values: MacroValues,
): { template: string; macros: FilledMacro[] } {
  const template = addClickId(url, clickIdParam);
  const macros = new Map<string, FilledMacro>();
  for (const { written, isRaw, isEncoded, ...part } of listMacros(template)) {
    const isKnown = part.name !== undefined || part.parameter !== undefined;
    // Encoded braces around an unknown name are not treated as a macro but left in the URL as they are.
    if (isEncoded && !isKnown) continue;
    const macro = `{${written}${isRaw ? ':raw' : ''}}`;
    const value = readValue(part, values);
    macros.set(macro, { macro, value, state: isKnown ? (value === '' ? 'empty' : 'filled') : 'unknown' });
  }
  return { template, macros: [...macros.values()] };
}
