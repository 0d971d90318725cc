import { copyHeader } from './copy-header.ts';

/** A header cut to a length, as a copy where it was longer. */
export function cutHeader(header: string, lengthMax: number): string {
  return header.length <= lengthMax ? header : copyHeader(header.slice(0, lengthMax));
}
