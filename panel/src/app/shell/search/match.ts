/** Converts text to lowercase without diacritics, so that "cafe" finds "Café". */
function normalize(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase();
}

const wordsOf = (text: string) => normalize(text).split(/[^\p{Letter}\p{Number}]+/u);

/**
 * Returns the rank of a match (lower is better), or undefined if the name does not match. Each typed word must be the
 * start of a word in the name or the keywords.
 */
export function rankOf(typed: string, name: string, otherWords = ''): number | undefined {
  const typedWords = wordsOf(typed).filter((word) => word !== '');
  const isIn = (text: string) =>
    typedWords.every((word) => wordsOf(text).some((own) => own.startsWith(word)));
  if (typedWords.length === 0) return undefined;
  if (normalize(name) === normalize(typed.trim())) return 0;
  if (normalize(name).startsWith(normalize(typed.trim()))) return 1;
  if (isIn(name)) return 2;
  return isIn(`${name} ${otherWords}`) ? 3 : undefined;
}

/**
 * Returns true for a single word that contains a digit, dash or underscore, or that is longer than an ordinary word.
 */
export function mayBeId(text: string): boolean {
  return /^\S{4,200}$/.test(text) && (/[\d_-]/.test(text) || text.length >= 16);
}

/**
 * Returns true if a hit for earlier text also matches the current text. The search shows such hits until the server
 * responds.
 */
export function stillMatches(
  typed: string,
  hit: { id: string; name: string; host: string | null; shortName: string | null },
): boolean {
  const needle = normalize(typed.trim());
  return (
    [hit.name, hit.host, hit.shortName].some((text) => normalize(text ?? '').includes(needle)) ||
    hit.id.startsWith(needle)
  );
}
