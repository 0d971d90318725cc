import { personApi } from '../../lib/api/api.ts';
import { clearRecentScreens } from '../../lib/screens/recent-screens.ts';
import { dropDrafts } from '../../lib/forms/draft.ts';

export async function signOut(): Promise<void> {
  await endNotifications();
  await personApi.signOut();
  clearRecentScreens();
  dropDrafts();
  // The reload clears all data of this person from memory.
  location.assign('/');
}

/** A failure must not keep anyone signed in. Notifications that remain can be turned off in the browser. */
async function endNotifications(): Promise<void> {
  try {
    const { forgetDevice } = await import('../../lib/push/push-device.ts');
    await forgetDevice();
  } catch {}
}
