import { personApi } from './api.ts';
import { forgetPlaces } from './recent-places.ts';
import { dropDrafts } from './record-form/draft.ts';

export async function signOut(): Promise<void> {
  await personApi.signOut();
  forgetPlaces();
  dropDrafts();
  // Everything of this person leaves the memory of the page.
  location.assign('/');
}
