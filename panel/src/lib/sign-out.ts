import { personApi } from './api.ts';
import { forgetPlaces } from './recent-places.ts';

export async function signOut(): Promise<void> {
  await personApi.signOut();
  forgetPlaces();
  // Everything of this person leaves the memory of the page.
  location.assign('/');
}
