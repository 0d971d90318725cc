import { nearestMacro } from './nearest-macro.ts';
import { listMacros, macroForm, meaningOf } from './parse-template.ts';

export type BrokenMacro = {
  written: string;
  problem: 'unclosed' | 'unopened' | 'brackets' | 'extra-brace';
  suggestion: string | undefined;
};

const name = String.raw`[a-z_][\w.]*?(?::raw)?`;
// A macro name ends before the first character that cannot be part of a name.
const end = String.raw`(?![\w.:]|%3a)`;
const unclosed = new RegExp(String.raw`(?:\{|%7b)(${name})${end}(?:[\])>]|%5d)?`, 'gi');
const unopened = new RegExp(String.raw`(?<=[=/,;:|~"'[(<-])(${name})\}`, 'gi');

// Brackets that other trackers write around their macros.
const pairs = [
  [String.raw`(?:\[{1,2}|%5b)`, String.raw`(?:\]{1,2}|%5d)`],
  ['<', '>'],
  [String.raw`\(`, String.raw`\)`],
  ['%{1,2}', '%{1,2}'],
  ['__', '__'],
  [String.raw`\${1,2}`, String.raw`\${1,2}`],
  ['@{1,2}', '@{1,2}'],
] as const;
// Brackets are reported only if they enclose a whole value or path segment, because `data[clickid]=1` contains a
// parameter name.
const bracketed = pairs.map(
  ([open, close]) => new RegExp(String.raw`(?<=[=/"' ,:])${open}(${name})${close}(?=[&/#?"' ,;}\]]|$)`, 'gi'),
);

/**
 * Finds text that was probably meant as a macro but has the wrong brackets, and would be sent unchanged. In URLs, an
 * unclosed brace is reported for any name. Postback bodies contain other braces, so only known names are reported
 * there.
 */
export function findBrokenMacros(text: string, context: 'url' | 'text'): BrokenMacro[] {
  const found = new Map<string, BrokenMacro>();
  const add = (written: string, problem: BrokenMacro['problem'], spelling: string) => {
    const suggestion = suggest(spelling);
    const isReported = suggestion !== undefined || (problem === 'unclosed' && isPlainBrace(written, context));
    if (isReported) found.set(written, { written, problem, suggestion });
  };
  const rest = withoutMacros(text);
  for (const [written, spelling = ''] of rest.matchAll(unclosed)) add(written, 'unclosed', spelling);
  for (const form of bracketed)
    for (const [written, spelling = ''] of rest.matchAll(form)) add(written, 'brackets', spelling);
  if (context === 'url') for (const broken of unbalanced(text, rest)) found.set(broken.written, broken);
  return [...found.values()];
}

// Returns false for encoded braces. An unknown name in encoded braces is not treated as a macro but left in the URL as
// it is.
function isPlainBrace(written: string, context: 'url' | 'text'): boolean {
  return context === 'url' && written.startsWith('{');
}

// Finds closing braces without an opening brace, and macros with an extra brace. JSON in a URL is not reported,
// because it has as many opening as closing braces.
function unbalanced(text: string, rest: string): BrokenMacro[] {
  const opened = text.split('{').length;
  const closed = text.split('}').length;
  const extra = listMacros(text).flatMap(({ written, isRaw, before, after, isEncoded }): BrokenMacro[] => {
    const macro = `{${written}${isRaw ? ':raw' : ''}}`;
    if (isEncoded || suggest(written) === undefined) return [];
    if (before === '{' && after !== '}' && opened > closed)
      return [{ written: `{${macro}`, problem: 'extra-brace', suggestion: macro }];
    if (after === '}' && before !== '{' && closed > opened)
      return [{ written: `${macro}}`, problem: 'extra-brace', suggestion: macro }];
    return [];
  });
  const missing = [...rest.matchAll(unopened)].flatMap(([written, spelling = '']): BrokenMacro[] => {
    const suggestion = closed > opened ? suggest(spelling) : undefined;
    return suggestion === undefined ? [] : [{ written, problem: 'unopened', suggestion }];
  });
  return [...extra, ...missing];
}

// Replaces macros with line breaks, so that their braces are not checked again.
function withoutMacros(text: string): string {
  return text.replaceAll(macroForm, (macro) => '\n'.repeat(macro.length));
}

// Returns the macro that was probably meant. The spelling of a known name is kept.
function suggest(spelling: string): string | undefined {
  const [, bare = '', raw = ''] = /^(.*?)(:raw)?$/i.exec(spelling) ?? [];
  const { name: known, parameter } = meaningOf(bare);
  if (known !== undefined || parameter !== undefined) return `{${bare}${raw}}`;
  const nearest = nearestMacro(bare);
  return nearest === undefined ? undefined : `{${nearest}}`;
}
