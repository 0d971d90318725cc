/**
 * A parameter that is a list with commas between its items, where a comma inside an item is percent-encoded: so the text
 * is taken apart as it came, and each item decoded after. Undefined where the parameter is not there.
 */
export function readRawList(search: string, name: string): string[] | undefined {
  const pair = search.split('&').find((one) => decode(one.split('=', 1)[0] ?? '') === name);
  if (pair === undefined) return undefined;
  const at = pair.indexOf('=');
  return (at === -1 ? '' : pair.slice(at + 1)).split(',').map(decode);
}

/** That it can be decoded was looked at with the whole of the query. */
function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}
