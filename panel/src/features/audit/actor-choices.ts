import type { AuditEntry, Member } from '../../lib/api/api.ts';

const actorKinds: { value: string; label: string }[] = [
  { value: 'user', label: 'Members' },
  { value: 'key', label: 'API keys' },
  { value: 'agent', label: 'AI agents' },
  { value: 'operator', label: 'Operator' },
  { value: 'system', label: 'Waypost' },
];

/**
 * Returns the choices for the actor filter: actor types, current members, and the selected actor if it is not among
 * them (for example, a former member).
 */
export function actorChoices(
  chosen: string | undefined,
  members: readonly Pick<Member, 'id' | 'email'>[],
  rows: readonly { actor: Pick<AuditEntry['actor'], 'id' | 'label'> }[] | undefined,
) {
  const people = members.map(({ id, email }) => ({ value: id, label: email }));
  const isKnown = [...actorKinds, ...people].some(({ value }) => value === chosen);
  const other = rows?.find(({ actor }) => actor.id === chosen)?.actor.label ?? 'Unknown actor';
  return [
    { group: 'Actor type', items: actorKinds },
    { group: 'Members', items: people },
    ...(chosen === undefined || isKnown
      ? []
      : [{ group: 'Other', items: [{ value: chosen, label: other }] }]),
  ];
}
