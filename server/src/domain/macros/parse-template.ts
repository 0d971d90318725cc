import { keptAttributeMacros, type KeptAttributeMacro } from '@waypost/contract/attribute-lists.ts';
import { parameterOf } from '@waypost/contract/conditions.ts';
import { findMacro, type MacroName } from '@waypost/contract/macros.ts';
import { readWebAddress } from '@waypost/contract/web-address.ts';
import { encodeRaw, encodeValue } from './encode-value.ts';
import { namesIn, separatorAfter, splitFragment } from './query-text.ts';

/** What a recorded visit says of itself elsewhere in its row, so that a URL need not repeat it. */
type KeptMacro = KeptAttributeMacro | 'clickid' | 'campaignid';
export const keptMacros: readonly KeptMacro[] = ['clickid', 'campaignid', ...keptAttributeMacros];

const names: ReadonlySet<string> = new Set(keptMacros);

/**
 * A template as it is recorded in place of the URLs that are made of it: the names of its macros in braces, which a filled
 * URL never has. Undefined where a value could not be found again in a visit's row, or not be put in just as it was.
 */
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
  /** Undefined where the macro is unknown: nothing is put in its place. */
  name: MacroName | undefined;
  /** The query parameter of the visit that a `{param.NAME}` asks for. */
  parameter: string | undefined;
  isRaw: boolean;
  isInPath: boolean;
};

/** A URL with its macros found: `literals[0] macros[0] literals[1] …`, one literal more than there are macros. */
export type UrlTemplate = {
  /** Scheme, host and port, as the URL parser writes them. */
  origin: string;
  /** ASCII throughout; the first begins with the origin and the character that ends it. */
  literals: readonly string[];
  macros: readonly MacroPart[];
  literalsLength: number;
  hasRaw: boolean;
  /** What is recorded in place of a URL made of it; undefined where that has to be the URL itself. */
  kept: string | undefined;
};

// Copying a URL out of a browser's address bar encodes the braces; such macros count where they are known ones.
export const macroForm = /\{([a-z_][^{}\s=&#?/"'<>\\]*)\}|%7b([a-z_][a-z0-9_.-]*(?::raw|%3araw)?)%7d/gi;

/**
 * Reads the URL of a landing, an offer or a postback once. It throws where `readWebAddress` would refuse the URL. Where
 * a parameter for the click id is named and the URL does not have it yet, it is added.
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
  // What ends the host stands before every macro, so that no value can become a part of it.
  literals[0] = `${origin}${rest.startsWith('/') ? '' : '/'}${literals[0]}`;
  const literalsLength = literals.reduce((sum, literal) => sum + literal.length, 0);
  const hasRaw = macros.some(({ isRaw }) => isRaw);
  return { origin, literals, macros, literalsLength, hasRaw, kept: keptText(literals, macros) };
}

/** A macro as it stands in a URL, known or not. */
export type WrittenMacro = Pick<MacroPart, 'name' | 'parameter' | 'isRaw'> & {
  /** Without braces and without `:raw`. */
  written: string;
  /** Its braces are percent-encoded: where it is unknown, it is no macro but a part of the URL. */
  isEncoded: boolean;
  /** What stands around the braces. */
  before: string;
  after: string;
};

/** Everything in a URL that looks like a macro, in its order. */
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

/** What a name in braces stands for: a parameter of the link, a macro, or nothing. */
export function meaningOf(written: string): Pick<MacroPart, 'name' | 'parameter'> {
  const parameter = parameterOf(written.replace(/^param\./i, 'param.'));
  return { parameter, name: parameter === undefined ? findMacro(written) : undefined };
}

const shared = new Map<string, MacroPart>();

/** One object for all templates that have the same macro: those of a thousand campaigns would not stay in a cache. */
function sharedPart(part: MacroPart): MacroPart {
  // Names of macros are few; those of parameters are whatever somebody writes.
  if (part.parameter !== undefined) return part;
  const key = `${part.name} ${part.isRaw} ${part.isInPath}`;
  const known = shared.get(key);
  if (known === undefined) shared.set(key, part);
  return known ?? part;
}

/** The URL, or what of it follows the host, with a parameter for the click id, where one is named and it has none. */
export function addClickId(url: string, name: string | null): string {
  const { base, fragment } = splitFragment(url);
  if (name === null || namesIn(base).has(name)) return url;
  return `${base}${separatorAfter(base)}${encodeValue(name)}={clickid}${fragment}`;
}
