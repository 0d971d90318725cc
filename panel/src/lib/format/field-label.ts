import { capitalize } from '@waypost/contract/values/capitalize.ts';

const recordPart =
  /^(?:campaign|rotator|landing|offer|traffic-source|affiliate-network|workspace|settings|routing)\./;

/** Converts a field path into a label: `workspace.retention.visitDays` becomes "Retention visit days". */
export function fieldLabel(path: string): string {
  const words = path
    .replace(recordPart, '')
    .replaceAll(/([a-z])([A-Z])/g, (_, before: string, letter: string) => `${before} ${letter.toLowerCase()}`)
    .replaceAll('.', ' ')
    .replaceAll(/\burl\b/g, 'URL');
  return capitalize(words);
}
