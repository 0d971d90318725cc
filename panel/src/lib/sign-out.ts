import { personApi } from './api.ts';
import { clearRecentScreens } from './recent-screens.ts';
import { dropDrafts } from './record-form/draft.ts';

export async function signOut(): Promise<void> {
  await personApi.signOut();
  clearRecentScreens();
  dropDrafts();
  // The reload clears all data of this person from memory.
  location.assign('/');
}
