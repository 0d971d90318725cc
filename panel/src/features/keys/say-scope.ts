import type { ApiKey } from '../../lib/api.ts';

export function sayScope(scope: ApiKey['scope']): string {
  return scope === 'read' ? 'reads' : 'reads and changes';
}
