import type { RoutedLanding, RoutedPath } from '../../domain/routing/index.ts';

/** Where a landing lies; what a macro fills is undefined, and may be anything. */
type PagePattern = { host: string; segments: readonly (string | undefined)[] };

// With the landing itself, so that they go when a new version of the campaign comes.
const patterns = new WeakMap<RoutedLanding, PagePattern>();
const macro = /\{[^{}]*\}/g;
const macroMark = '~macro~';

/**
 * The landing of a path that a page is: the same host and path, whatever the scheme, the query and a slash at the end.
 * The path is compared in pieces and not by an expression, for visitors write it.
 */
export function findLanding(path: RoutedPath, page: URL): RoutedLanding | null {
  const segments = segmentsOf(page);
  return path.landings.items.find((landing) => matches(patternOf(landing), page.host, segments)) ?? null;
}

function matches(pattern: PagePattern, host: string, segments: readonly string[]): boolean {
  return (
    pattern.host === host &&
    pattern.segments.length === segments.length &&
    pattern.segments.every((segment, at) => segment === undefined || segment === segments[at])
  );
}

function patternOf(landing: RoutedLanding): PagePattern {
  const known = patterns.get(landing);
  if (known !== undefined) return known;
  const url = URL.parse(landing.url.replaceAll(macro, macroMark));
  const segments = url === null ? [] : segmentsOf(url);
  const pattern = {
    host: url?.host ?? '',
    segments: segments.map((segment) => (segment.includes(macroMark) ? undefined : segment)),
  };
  patterns.set(landing, pattern);
  return pattern;
}

function segmentsOf({ pathname }: URL): string[] {
  return (pathname.endsWith('/') ? pathname.slice(0, -1) : pathname).split('/');
}
