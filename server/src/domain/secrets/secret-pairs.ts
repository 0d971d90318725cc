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

/** Returns true for names whose values are usually secret: `key`, `api_key`, `postbackKey`, `accessToken`, `sig`. */
export function isSecretName(name: string): boolean {
  const letters = name.toLowerCase().replaceAll(/[^a-z]/g, '');
  return secretNames.has(letters) || secretEnding.test(letters) || keyWord.test(name);
}

const secretEnding = /(?:token|secret|apikey|passw(?:or)?d|signature)$/;
// Matches `key` as the last of several words, but not `monkey`, which is one word.
const keyWord = /(?:[a-z]K|[^a-z]K|[^a-zA-Z]k)ey\d*$/;

// Returns the new value in written form, or undefined to keep the value. `value` is decoded. `written` is not decoded
// and has no quotes.
type ReplaceValue = (pair: { name: string; value: string; written: string }) => string | undefined;

/**
 * Replaces the values of name-value pairs in a query, a form or JSON. Pairs are matched in the text and not in a
 * parsed object, so that invalid input is also covered and all other text is left unchanged.
 */
export function replaceValues(text: string, replace: ReplaceValue): string {
  return text
    .replace(jsonPair, (whole, name: string, quoted: string) => {
      const written = quoted.startsWith('"') ? quoted.slice(1, -1) : quoted;
      const changed = replace({ name: unquote(name), value: unquote(quoted), written });
      return changed === undefined ? whole : `${whole.slice(0, -quoted.length)}"${changed}"`;
    })
    .replace(formPair, (whole, name: string, written: string) => {
      const changed = replace({ name: decode(name), value: decode(written), written });
      return changed === undefined ? whole : `${name}=${changed}`;
    });
}

const jsonPair = /("(?:[^"\\]|\\.)*")\s*:\s*("(?:[^"\\]|\\.)*"|-?\d[\w.+-]*)/gs;
// A second `?` separates pairs, as it does when requests are parsed.
const formPair = /([^&?;=\s"'<>]+)=([^&?;\s"'<>]*)/g;

function unquote(json: string): string {
  try {
    return String(JSON.parse(json));
  } catch {
    return json.replaceAll('"', '');
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
