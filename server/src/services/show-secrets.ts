import { hideSecrets } from '../domain/postbacks/hide-secrets.ts';
import type { Actor } from './context.ts';
import { isAllowed } from './permissions.ts';

/**
 * Returns whether the caller may see secrets in postback URLs, headers and bodies, which requires the permission to
 * change traffic sources.
 */
export function maySeeSecrets(actor: Actor): boolean {
  return isAllowed(actor, 'traffic-sources.write');
}

export function showToActor<Data>(actor: Actor, data: Data): Data {
  return maySeeSecrets(actor) ? data : hideSecrets(data);
}
