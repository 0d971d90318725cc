import type { MacroName } from '@waypost/contract/macros.ts';
import { encodePart } from './encode-value.ts';
import type { MacroPart, UrlTemplate } from './parse-template.ts';
import { shortenValues } from './shorten-values.ts';

export type MacroValue = string | number | undefined;

/** What macros are replaced by. Each is asked for only where a template has it; undefined where nothing is known. */
export type MacroValues = {
  value(name: MacroName): MacroValue;
  /** A parameter of the visit's link, by its exact name. */
  param(name: string): string | undefined;
};

/** What servers and browsers are known to take; a `Location` is never longer. */
export const urlLengthMax = 8_192;

/**
 * The URL with every macro replaced: ASCII, at most 8 KiB, with the template's scheme, host and port. Where it would
 * be longer, the longest values are cut. Undefined where it cannot be made: a visitor is never sent elsewhere.
 */
export function fillTemplate(template: UrlTemplate, values: MacroValues): string | undefined {
  const { origin, literals, macros, hasRaw } = template;
  let url = literals[0] ?? '';
  for (let at = 0; at < macros.length; at += 1) {
    const macro = macros[at];
    if (macro !== undefined) url += encodePart(macro, readValue(macro, values));
    url += literals[at + 1] ?? '';
  }
  const fitting = url.length <= urlLengthMax ? url : fillShortened(template, values);
  // Every filled URL begins with the origin and what ends it; for raw values the URL parser is asked all the same.
  return hasRaw && fitting !== undefined && originOf(fitting) !== origin ? undefined : fitting;
}

function readValue({ name, parameter }: MacroPart, values: MacroValues): string {
  if (name !== undefined) {
    const value = values.value(name) ?? '';
    return typeof value === 'string' ? value : String(value);
  }
  return parameter === undefined ? '' : (values.param(parameter) ?? '');
}

function fillShortened(
  { literals, macros, literalsLength }: UrlTemplate,
  values: MacroValues,
): string | undefined {
  if (literalsLength > urlLengthMax) return undefined;
  const encoded = macros.map((macro) => encodePart(macro, readValue(macro, values)));
  const shortened = shortenValues(encoded, urlLengthMax - literalsLength);
  return literals.map((literal, at) => `${literal}${shortened[at] ?? ''}`).join('');
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}
