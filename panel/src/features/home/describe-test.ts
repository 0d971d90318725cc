import type { PanelVisitEvent, RotatorRouting, VisitPostback } from '../../lib/api/api.ts';

type Visitor = Pick<PanelVisitEvent, 'country' | 'city' | 'deviceType' | 'os' | 'browser'>;

export function describeVisitor({ country, city, deviceType, os, browser }: Visitor): string {
  const location =
    country === null ? 'unknown country (private IP address)' : [city, country].filter(Boolean).join(', ');
  return [location, deviceType, os, browser].filter(Boolean).join(' · ');
}

export function describePath(
  { pathId }: Pick<PanelVisitEvent, 'pathId'>,
  { paths, rules }: { paths: readonly { id: string; name: string }[]; rules: RotatorRouting['rules'] },
): string {
  const isOnly = rules.length === 0;
  const name = paths.find(({ id }) => id === pathId)?.name;
  return name === undefined ? 'No path selected' : `Path: ${name}${isOnly ? ' (no rules)' : ''}`;
}

type Attempt = Pick<VisitPostback['attempts'][number], 'success' | 'status' | 'error'>;

export function formatAttempt({ success, status, error }: Attempt): string {
  if (success) return status === null ? 'delivered' : `HTTP ${status}`;
  const response = status === null ? `failed (${error ?? 'unknown error'})` : `HTTP ${status}`;
  return `${response}. This is expected if the source rejects the test click ID. Waypost will retry.`;
}

export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
