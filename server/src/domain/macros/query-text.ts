/** `fragment` with its sign, or empty. */
export function splitFragment(url: string): { base: string; fragment: string } {
  const hash = url.indexOf('#');
  return hash === -1 ? { base: url, fragment: '' } : { base: url.slice(0, hash), fragment: url.slice(hash) };
}

/** The parameters that a URL has. Decoded only where that changes something: building a `URLSearchParams` costs more than all the rest. */
export function namesIn(base: string): Set<string> {
  const begin = base.indexOf('?');
  const pairs = begin === -1 ? [] : base.slice(begin + 1).split('&');
  return new Set(
    pairs.map((pair) => {
      const [name = ''] = pair.split('=', 1);
      return /[%+]/.test(name) ? (new URLSearchParams(name).keys().next().value ?? '') : name;
    }),
  );
}

/** What stands between a URL without its fragment and one more parameter. */
export function separatorAfter(base: string): string {
  if (!base.includes('?')) return '?';
  return base.endsWith('?') || base.endsWith('&') ? '' : '&';
}
