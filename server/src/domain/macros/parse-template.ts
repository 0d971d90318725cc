import { keptAttributeMacros, type KeptAttributeMacro } from '@waypost/contract/visits/attribute-lists.ts';
import { parameterOf } from '@waypost/contract/conditions/conditions.ts';
import { findMacro, type MacroName } from '@waypost/contract/visits/macros.ts';
import { readWebAddress } from '@waypost/contract/values/web-address.ts';
import { encodeRaw, encodeValue } from './encode-value.ts';
import { namesIn, separatorAfter, splitFragment } from './query-text.ts';

// Macros whose values are in other columns of a visit's row, so the recorded URL does not repeat them.
type KeptMacro = KeptAttributeMacro | 'clickid' | 'campaignid';
export const keptMacros: readonly KeptMacro[] = ['clickid', 'campaignid', ...keptAttributeMacros];

const names: ReadonlySet<string> = new Set(keptMacros);

// Returns the text to record instead of the filled URL, with macro names in braces. A filled URL never contains braces.
// Returns undefined if a value cannot be restored exactly from the visit's row.
function keptText(literals: readonly string[], macros: readonly MacroPart[]): string | undefined {
  const isKept = macros.every(
    ({ name, isRaw, isInPath }) => name !== undefined && names.has(name) && !isRaw && !isInPath,
  );
  if (!isKept) return undefined;
  return literals
    .map((literal, at) => `${literal}${at < macros.length ? `{${macros[at]?.name}}` : ''}`)
    .join('');
}

export type MacroPart = {
  name: MacroName | undefined;
  parameter: string | undefined;
  isRaw: boolean;
  isInPath: boolean;
};

/** Parsed URL: `literals[0] macros[0] literals[1] …`, with one more literal than macros. */
export type UrlTemplate = {
  origin: string;
  /** Literal parts in ASCII. The first part starts with the origin and the character that ends the origin. */
  literals: readonly string[];
  macros: readonly MacroPart[];
  literalsLength: number;
  hasRaw: boolean;
  /** Text that is recorded instead of the filled URL, or undefined if the filled URL itself must be recorded. */
  kept: string | undefined;
};

// Browsers encode the braces when a URL is copied from the address bar. Macros with encoded braces are
// replaced only if their names are known.
export const macroForm = /\{([a-z_][^{}\s=&#?/"'<>\\]*)\}|%7b([a-z_][a-z0-9_.-]*(?::raw|%3araw)?)%7d/gi;

/**
 * Parses the URL of a landing page, offer or postback. Throws if `readWebAddress` rejects the URL. Adds the click ID
 * parameter if `clickIdParam` is given and the URL does not have that parameter.
 */
export function parseTemplate(url: string, clickIdParam: string | null = null): UrlTemplate {
  const address = readWebAddress(url);
  if (!address.ok) throw new Error(`the URL ${address.reason}`);
  const { origin } = address.url;
  const rest = addClickId(url.replace(/^https?:\/\/[^/?#]*/i, ''), clickIdParam);
  const literals: string[] = [];
  const macros: MacroPart[] = [];
  let begin = 0;
  for (const match of rest.matchAll(macroForm)) {
    const macro = readMacro(match, !/[?#]/.test(rest.slice(0, match.index)));
    if (macro === undefined) continue;
    literals.push(encodeRaw(rest.slice(begin, match.index)));
    macros.push(macro);
    begin = match.index + match[0].length;
  }
  literals.push(encodeRaw(rest.slice(begin)));
  // The character that ends the host precedes every macro, so that no value can become part of the host.
  literals[0] = `${origin}${rest.startsWith('/') ? '' : '/'}${literals[0]}`;
  const literalsLength = literals.reduce((sum, literal) => sum + literal.length, 0);
  const hasRaw = macros.some(({ isRaw }) => isRaw);
  return { origin, literals, macros, literalsLength, hasRaw, kept: keptText(literals, macros) };
}

export type WrittenMacro = Pick<MacroPart, 'name' | 'parameter' | 'isRaw'> & {
  written: string;
  /**
   * True if the braces are percent-encoded. In that case, an unknown name is not treated as a macro but left in the URL
   * as is.
   */
  isEncoded: boolean;
  before: string;
  after: string;
};

export function listMacros(url: string): WrittenMacro[] {
  return [...url.matchAll(macroForm)].map((match) => ({
    ...readSpelling(match),
    before: url.charAt(match.index - 1),
    after: url.charAt(match.index + match[0].length),
  }));
}

function readMacro(match: RegExpExecArray, isInPath: boolean): MacroPart | undefined {
  const { name, parameter, isRaw, isEncoded } = readSpelling(match);
  if (isEncoded && name === undefined && parameter === undefined) return undefined;
  return sharedPart({ name, parameter, isRaw, isInPath });
}

function readSpelling([, plain, encoded]: RegExpExecArray): Omit<WrittenMacro, 'before' | 'after'> {
  const spelling = plain ?? encoded?.replace(/%3araw$/i, ':raw') ?? '';
  const isRaw = /:raw$/i.test(spelling);
  const written = isRaw ? spelling.slice(0, -':raw'.length) : spelling;
  return { written, ...meaningOf(written), isRaw, isEncoded: plain === undefined };
}

export function meaningOf(written: string): Pick<MacroPart, 'name' | 'parameter'> {
  const parameter = parameterOf(written.replace(/^param\./i, 'param.'));
  return { parameter, name: parameter === undefined ? findMacro(written) : undefined };
}

const shared = new Map<string, MacroPart>();

// Returns one shared object for all templates with the same macro, which improves cache locality with thousands of
// campaigns.
function sharedPart(part: MacroPart): MacroPart {
  // Macros with a parameter name are not shared, because there can be any number of parameter names.
  if (part.parameter !== undefined) return part;
  const key = `${part.name} ${part.isRaw} ${part.isInPath}`;
  const known = shared.get(key);
  if (known === undefined) shared.set(key, part);
  return known ?? part;
}

export function addClickId(url: string, name: string | null): string {
  const { base, fragment } = splitFragment(url);
  if (name === null || namesIn(base).has(name)) return url;
  return `${base}${separatorAfter(base)}${encodeValue(name)}={clickid}${fragment}`;
}
