/** Turns the path of a field into words: `retention.visitDays` becomes "retention, visit days". */
export function fieldLabel(path: string): string {
  return path
    .replaceAll(/([a-z])([A-Z])/g, (_, before: string, letter: string) => `${before} ${letter.toLowerCase()}`)
    .replaceAll(/ url\b/g, ' URL')
    .replaceAll('.', ', ');
}
