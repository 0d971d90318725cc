import { newId } from '../../platform/ids.ts';
import type { WorkspaceContext } from '../../services/context.ts';
import { insertAlertDevice } from '../../store/alerts/alert-devices.ts';
import { makeBrowserKeys } from './decrypt-push.ts';

// Returns a new subscription, as a browser sends it to the panel API.
export function makeSubscription(origin = 'https://push.example.com', browser = makeBrowserKeys()) {
  return {
    endpoint: `${origin}/send/${newId()}`,
    p256dh: browser.keys.p256dh.toString('base64url'),
    auth: browser.keys.auth.toString('base64url'),
  };
}

export async function makeAlertDevice(context: WorkspaceContext, memberId: string): Promise<string> {
  const id = newId();
  const device = { id, name: 'Firefox on Linux', memberId, createdAt: context.now(), ...makeSubscription() };
  await context.database.asSystem((executor) => insertAlertDevice(executor, context.workspaceId, device));
  return id;
}
