/** Whether a value is known to be a secret, whatever its name. */
export type IsSecret = (value: string) => boolean;

const secretNames = new Set([
  'accesskey',
  'accesstoken',
  'apikey',
  'apisecret',
  'apitoken',
  'auth',
  'authkey',
  'authorization',
  'authtoken',
  'bearer',
  'clientsecret',
  'hash',
  'hmac',
  'hmacsha',
  'jwt',
  'key',
  'pass',
  'passwd',
  'password',
  'postbackkey',
  'postbacktoken',
  'privatekey',
  'pwd',
  'refreshtoken',
  'secret',
  'secretkey',
  'secrettoken',
  'securitykey',
  'securitytoken',
  'sig',
  'sign',
  'signature',
  'token',
]);

const shownLength = 3;
const shownOfMin = 12;

/** The beginning, by which somebody who has the whole recognises it. */
function mask(value: string): string {
  return value.length < shownOfMin ? '…' : `${value.slice(0, shownLength)}…`;
}

/** The query or the body of a request for people to read: as it came, but for its secrets. */
export function maskSecrets(text: string, isSecret: IsSecret): string {
  const isHidden = (name: string, value: string) => value !== '' && (isSecretName(name) || isSecret(value));
  return (
    text
      .replace(jsonPair, (whole, name: string, value: string) =>
        isHidden(unquote(name), unquote(value)) ? whole.slice(0, -value.length) + maskQuoted(value) : whole,
      )
      .replace(formPair, (whole, name: string, value: string) =>
        isHidden(decode(name), decode(value)) ? `${name}=${mask(value)}` : whole,
      )
      // In whatever form it came: a token of ours is a long word.
      .replace(longWord, (word) => (isSecret(word) ? mask(word) : word))
  );
}

// Pairs are looked for in the text itself, so that what cannot be parsed is masked too, and the rest stays as it came.
const jsonPair = /("(?:[^"\\]|\\.)*")\s*:\s*("(?:[^"\\]|\\.)*"|-?\d[\w.+-]*)/gs;
// A second `?` begins another pair, as it does for whoever reads the request.
const formPair = /([^&?;=\s"'<>]+)=([^&?;\s"'<>]*)/g;
const longWord = /[\w-]{16,}/g;

function maskQuoted(value: string): string {
  return value.startsWith('"') ? `"${mask(value.slice(1, -1))}"` : '"…"';
}

/** A text or a number of JSON as a text. */
function unquote(json: string): string {
  try {
    return String(JSON.parse(json));
  } catch {
    return json.replaceAll('"', '');
  }
}

function isSecretName(name: string): boolean {
  return secretNames.has(name.toLowerCase().replaceAll(/[^a-z]/g, ''));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
