/** First steps of paths that only repeat which record it is. */
const recordPart =
  /^(?:campaign|rotator|landing|offer|traffic-source|affiliate-network|workspace|settings|routing)\./;

/** Turns the path of a field into words: `workspace.retention.visitDays` becomes "Retention visit days". */
export function fieldLabel(path: string): string {
  const words = path
    .replace(recordPart, '')
    .replaceAll(/([a-z])([A-Z])/g, (_, before: string, letter: string) => `${before} ${letter.toLowerCase()}`)
    .replaceAll('.', ' ')
    .replaceAll(/\burl\b/g, 'URL');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
