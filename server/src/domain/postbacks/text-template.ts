import { encodeValue, meaningOf, type MacroValues, type WrittenMacro } from '../macros/index.ts';

export type TextForm = 'header' | 'json' | 'form' | 'plain';

// A brace in JSON is followed by a quote, a space or another brace, so macros and JSON are never confused.
const macroForm = /\{([a-z_][^{}\s=&#?/"'<>\\]*)\}/gi;

// Maximum length of a value. Receivers do not need longer values.
const valueLengthMax = 1_024;

/**
 * Replaces macros in a header or body. Missing values become an empty string, or null where a JSON value is expected.
 */
export function fillText(text: string, form: TextForm, values: MacroValues): string {
  let result = '';
  let begin = 0;
  let isInString = false;
  for (const match of text.matchAll(macroForm)) {
    const literal = text.slice(begin, match.index);
    if (form === 'json') isInString = endsInString(literal, isInString);
    result += literal + write(readValue(match[1] ?? '', values), form, isInString);
    begin = match.index + match[0].length;
  }
  return result + text.slice(begin);
}

export function listTextMacros(text: string): WrittenMacro[] {
  return [...text.matchAll(macroForm)].map(({ 0: whole, 1: written = '', index }) => ({
    written,
    ...meaningOf(written),
    isEncoded: false,
    isRaw: false,
    before: text.charAt(index - 1),
    after: text.charAt(index + whole.length),
  }));
}

export function countMacros(text: string): number {
  return [...text.matchAll(macroForm)].length;
}

/**
 * Returns true if a macro has the suffix `:raw`, which is only for URLs. An unescaped value in a header or body would
 * allow injection.
 */
export function hasRaw(text: string): boolean {
  return [...text.matchAll(macroForm)].some(([, name]) => /:raw$/i.test(name ?? ''));
}

function readValue(written: string, values: MacroValues): string {
  const { name, parameter } = meaningOf(written);
  const value = parameter === undefined ? name && values.value(name) : values.param(parameter);
  return String(value ?? '')
    .slice(0, valueLengthMax)
    .toWellFormed();
}

function write(value: string, form: TextForm, isInString: boolean): string {
  if (form === 'form') return encodeValue(value);
  if (form === 'plain') return value;
  if (form === 'header') return value.replace(/[^\x20-\x7e]/gu, (character) => encodeURIComponent(character));
  if (isInString) return JSON.stringify(value).slice(1, -1);
  if (value === '') return 'null';
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value) ? value : JSON.stringify(value);
}

// Returns true if a string is open at the end of this piece of JSON.
function endsInString(piece: string, isInString: boolean): boolean {
  const quotes = piece.match(/\\.|"/gs)?.filter((found) => found === '"').length ?? 0;
  return quotes % 2 === 0 ? isInString : !isInString;
}
