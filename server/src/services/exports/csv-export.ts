/** A file that is made while it is sent. */
export type CsvExport = {
  /** Without the ending. */
  name: string;
  /** Pieces of text, beginning with the header line. Who stops taking them ends what is being read for them. */
  pieces: AsyncGenerator<string>;
};

const characters = /[^0-9A-Za-z]+/g;

/** Such as `events-2026-11-01-2026-11-16`. */
export function nameExport(kind: string, from: string, to: string): string {
  return [kind, from, to]
    .map((part) => part.slice(0, 40).replace(characters, '-').replace(/^-|-$/g, ''))
    .join('-');
}
