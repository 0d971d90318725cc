import { isSecretName, replaceValues } from '../secrets/secret-pairs.ts';

export type IsSecret = (value: string) => boolean;

const shownLength = 3;
const shownOfMin = 12;

// Keeps the first characters, so that people who have the secret can recognize it.
function mask(value: string): string {
  return value.length < shownOfMin ? '…' : `${value.slice(0, shownLength)}…`;
}

export function maskSecrets(text: string, isSecret: IsSecret): string {
  return (
    replaceValues(text, ({ name, value, written }) =>
      value !== '' && (isSecretName(name) || isSecret(value)) ? mask(written) : undefined,
    )
      // Masks secrets that are not in a name-value pair.
      .replace(longWord, (word) => (isSecret(word) ? mask(word) : word))
  );
}

const longWord = /[\w-]{16,}/g;
