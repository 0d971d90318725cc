import type { ApiKey } from '../../lib/api/api.ts';

export function formatScope(scope: ApiKey['scope']): string {
  return scope === 'read' ? 'Read' : 'Read and write';
}
