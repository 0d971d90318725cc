import type { Author } from '../../store/campaign-content.ts';
import type { Actor } from '../context.ts';

export function authorOf(actor: Actor): Author {
  return { type: actor.type, id: 'id' in actor ? actor.id : null, label: actor.label };
}
