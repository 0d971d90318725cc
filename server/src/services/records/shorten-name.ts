import { recordNameLength } from '@waypost/contract/values/text.ts';

/** Shortens a name so that the name plus its suffix is short enough for a record. */
export function shortenName(name: string, ending = ''): string {
  return `${Array.from(name)
    .slice(0, recordNameLength - ending.length)
    .join('')}${ending}`;
}
