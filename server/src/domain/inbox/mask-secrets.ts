import { isSecretName, replaceValues } from '../secrets/secret-pairs.ts';

/** True for values known to be secret, whatever their parameter name. */
export type IsSecret = (value: string) => boolean;

const shownLength = 3;
const shownOfMin = 12;

/** Keeps the first characters, so that people who have the secret can recognize it. */
function mask(value: string): string {
  return value.length < shownOfMin ? '…' : `${value.slice(0, shownLength)}…`;
}

/** Masks secrets in the query or body of a request. */
export function maskSecrets(text: string, isSecret: IsSecret): string {
  return (
    replaceValues(text, ({ name, value, written }) =>
      value !== '' && (isSecretName(name) || isSecret(value)) ? mask(written) : undefined,
    )
      // Catches tokens in any other notation.
      .replace(longWord, (word) => (isSecret(word) ? mask(word) : word))
  );
}

const longWord = /[\w-]{16,}/g;
