import type { MacroName } from '@waypost/contract/macros.ts';
import type { MacroPart } from './parse-template.ts';

/** What a recorded visit says of itself elsewhere in its row, so that a URL need not repeat it. */
export const keptMacros = [
  'clickid',
  'externalid',
  'campaignid',
  'sourceid',
  'rotatorid',
  'pathid',
  'landingid',
  'offerid',
  'networkid',
  'country',
  'region',
  'city',
  'isp',
  'device',
  'os',
  'browser',
  'language',
  ...([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] as const).map(
    (number) => `token${number}` as const,
  ),
] as const satisfies readonly MacroName[];

export type KeptMacro = (typeof keptMacros)[number];

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
