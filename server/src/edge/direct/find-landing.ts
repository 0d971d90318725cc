import type { RoutedLanding, RoutedPath } from '../../domain/routing/index.ts';

/** Host and path of a landing page. A segment that contains a macro is undefined and matches any value. */
type PagePattern = { host: string; segments: readonly (string | undefined)[] };

// Uses weak keys, so that patterns are released when a new version of the campaign is loaded.
const patterns = new WeakMap<RoutedLanding, PagePattern>();
const macro = /\{[^{}]*\}/g;
const macroPlaceholder = '~macro~';

/**
 * Finds the path's landing page with the same host and path as the visited page, ignoring scheme, query and trailing
 * slash. Compares segments instead of using a regular expression, because the page URL is visitor input.
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
  const cached = patterns.get(landing);
  if (cached !== undefined) return cached;
  const url = URL.parse(landing.url.replaceAll(macro, macroPlaceholder));
  const segments = url === null ? [] : segmentsOf(url);
  const pattern = {
    host: url?.host ?? '',
    segments: segments.map((segment) => (segment.includes(macroPlaceholder) ? undefined : segment)),
  };
  patterns.set(landing, pattern);
  return pattern;
}

function segmentsOf({ pathname }: URL): string[] {
  return (pathname.endsWith('/') ? pathname.slice(0, -1) : pathname).split('/');
}
