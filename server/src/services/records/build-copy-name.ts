import { shortenName } from './shorten-name.ts';

export function buildCopyName(name: string): string {
  return shortenName(name, ' (copy)');
}
