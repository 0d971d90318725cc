const pairsMax = 200;
const separators = /[&?]/;
const escapedByte = /%([0-9a-f]{2})/gi;

/**
 * The parameters of a query or form in which each character is one byte. Nothing that it holds is an error: a second `?`
 * separates as in the links of visits, broken escapes stand for themselves, and broken UTF-8 is replaced.
 */
export function readFormPairs(text: string): (readonly [name: string, value: string])[] {
  if (text === '') return [];
  return text.split(separators, pairsMax).map((pair) => {
    const [name = ''] = pair.split('=', 1);
    return [decode(name), decode(pair.slice(name.length + 1))] as const;
  });
}

function decode(text: string): string {
  const bytes = text
    .replaceAll('+', ' ')
    .replaceAll(escapedByte, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
