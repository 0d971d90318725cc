const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

// Returns the contents of all elements with a name. Enough for the responses of S3, whose elements have no attributes
// that matter and never contain an element of the same name.
export function readElements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^]*?)</${name}>`, 'g'))].map(
    ([, content = '']) => content,
  );
}

export function readText(xml: string, name: string): string | undefined {
  return readElements(xml, name)[0]?.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, decode);
}

function decode(entity: string, decimal?: string, hex?: string, name?: string): string {
  if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
  if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
  return entities[name ?? ''] ?? entity;
}
