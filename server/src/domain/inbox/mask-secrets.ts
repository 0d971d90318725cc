import { isSecretName, replaceValues } from '../secrets/secret-pairs.ts';

/** Whether a value is known to be a secret, whatever its name. */
export type IsSecret = (value: string) => boolean;

const shownLength = 3;
const shownOfMin = 12;

/** The beginning, by which somebody who has the whole recognizes it. */
function mask(value: string): string {
  return value.length < shownOfMin ? '…' : `${value.slice(0, shownLength)}…`;
}

/** The query or the body of a request for people to read: as it came, but for its secrets. */
export function maskSecrets(text: string, isSecret: IsSecret): string {
  return (
    replaceValues(text, ({ name, value, written }) =>
      value !== '' && (isSecretName(name) || isSecret(value)) ? mask(written) : undefined,
    )
      // In whatever form it came: a token of ours is a long word.
      .replace(longWord, (word) => (isSecret(word) ? mask(word) : word))
  );
}

const longWord = /[\w-]{16,}/g;
