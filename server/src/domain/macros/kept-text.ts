import { keptAttributeMacros, type KeptAttributeMacro } from '@waypost/contract/attribute-lists.ts';
import type { MacroPart } from './parse-template.ts';

/** What a recorded visit says of itself elsewhere in its row, so that a URL need not repeat it. */
export type KeptMacro = KeptAttributeMacro | 'clickid' | 'campaignid';
export const keptMacros: readonly KeptMacro[] = ['clickid', 'campaignid', ...keptAttributeMacros];

const names: ReadonlySet<string> = new Set(keptMacros);

/**
 * A template as it is recorded in place of the URLs that are made of it: the names of its macros in braces, which a filled
 * URL never has. Undefined where a value could not be found again in a visit's row, or not be put in just as it was.
 */
export function keptText(literals: readonly string[], macros: readonly MacroPart[]): string | undefined {
  const isKept = macros.every(
    ({ name, isRaw, isInPath }) => name !== undefined && names.has(name) && !isRaw && !isInPath,
  );
  if (!isKept) return undefined;
  return literals
    .map((literal, at) => `${literal}${at < macros.length ? `{${macros[at]?.name}}` : ''}`)
    .join('');
}
