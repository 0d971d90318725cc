import { personApi } from '../../lib/api/api.ts';
import { clearRecentScreens } from '../../lib/screens/recent-screens.ts';
import { dropDrafts } from '../../lib/forms/draft.ts';

export async function signOut(): Promise<void> {
  await personApi.signOut();
  clearRecentScreens();
  dropDrafts();
  // The reload clears all data of this person from memory.
  location.assign('/');
}
