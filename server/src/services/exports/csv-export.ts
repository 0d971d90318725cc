export type FileExport = {
  name: string;
  /** Pieces of the file. Ending the iteration aborts the query. */
  pieces: AsyncGenerator<string | Buffer>;
};

const characters = /[^0-9A-Za-z]+/g;

/** Returns the file name of an export, such as `events-2026-11-01-2026-11-16`. */
export function nameExport(kind: string, from: string, to: string): string {
  return [kind, from, to]
    .map((part) => part.slice(0, 40).replace(characters, '-').replace(/^-|-$/g, ''))
    .join('-');
}
