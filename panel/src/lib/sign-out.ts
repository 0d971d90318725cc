import { personApi } from './api.ts';
import { clearRecentScreens } from './recent-screens.ts';
import { dropDrafts } from './record-form/draft.ts';

export async function signOut(): Promise<void> {
  await personApi.signOut();
  clearRecentScreens();
  dropDrafts();
  // Reloading clears all of this person's data from memory.
  location.assign('/');
}
