/** Letters without their marks, in small: who types 'cafe' means 'Café'. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase();
}

const wordsOf = (text: string) => plain(text).split(/[^\p{Letter}\p{Number}]+/u);

/**
 * How well a name answers what was typed: the less the better, undefined where it does not. Every typed word has to begin
 * a word of the name, or one of the other words it is looked for by.
 */
export function rankOf(typed: string, name: string, otherWords = ''): number | undefined {
  const begun = wordsOf(typed).filter((word) => word !== '');
  const isIn = (text: string) => begun.every((word) => wordsOf(text).some((own) => own.startsWith(word)));
  if (begun.length === 0) return undefined;
  if (plain(name) === plain(typed.trim())) return 0;
  if (plain(name).startsWith(plain(typed.trim()))) return 1;
  if (isIn(name)) return 2;
  return isIn(`${name} ${otherWords}`) ? 3 : undefined;
}

/** Whether a text can be an id of somebody else's system: one word with a digit or a mark in it, or too long for a word. */
export function mayBeId(text: string): boolean {
  return /^\S{4,200}$/.test(text) && (/[\d_-]/.test(text) || text.length >= 16);
}

/** Whether a hit for what was typed before is one for what is typed now, until the server has said so. */
export function stillMatches(
  typed: string,
  hit: { id: string; name: string; host: string | null; shortName: string | null },
): boolean {
  const wanted = plain(typed.trim());
  return (
    [hit.name, hit.host, hit.shortName].some((text) => plain(text ?? '').includes(wanted)) ||
    hit.id.startsWith(wanted)
  );
}
