export function splitFragment(url: string): { base: string; fragment: string } {
  const hash = url.indexOf('#');
  return hash === -1 ? { base: url, fragment: '' } : { base: url.slice(0, hash), fragment: url.slice(hash) };
}

/**
 * Returns the parameter names in a URL. Names are decoded only if necessary, because creating a `URLSearchParams`
 * takes longer than all other steps.
 */
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

export function separatorAfter(base: string): string {
  if (!base.includes('?')) return '?';
  return base.endsWith('?') || base.endsWith('&') ? '' : '&';
}
