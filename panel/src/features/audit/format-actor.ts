import type { AuditEntry } from '../../lib/api/api.ts';

const actorPrefixes: Readonly<Record<AuditEntry['actor']['type'], string>> = {
  user: '',
  key: 'API key ',
  agent: 'AI agent ',
  operator: 'Operator ',
  system: 'Waypost',
};

export function formatActor({ type, label }: Pick<AuditEntry['actor'], 'type' | 'label'>): string {
  return type === 'system' ? actorPrefixes.system : `${actorPrefixes[type]}${label}`;
}
