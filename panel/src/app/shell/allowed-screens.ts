import type { MemberPermission } from '@waypost/contract/accounts/access.ts';
import { listScreens, screenGroups, type Screen } from '../../lib/screens/screen.ts';

export type AllowedScreen = Screen & Required<Pick<Screen, 'navigation'>>;

/** Returns the screens that the search shows to a member with these permissions. */
export function allowedScreens(permissions: readonly MemberPermission[]): AllowedScreen[] {
  return listScreens().filter(
    (screen): screen is AllowedScreen =>
      screen.navigation !== undefined &&
      (screen.navigation.needs === undefined || permissions.includes(screen.navigation.needs)),
  );
}

export function groupScreens(
  permissions: readonly MemberPermission[],
): { title: string; screens: AllowedScreen[] }[] {
  const allowed = allowedScreens(permissions);
  return screenGroups
    .map((title) => ({ title, screens: allowed.filter(({ navigation }) => navigation.group === title) }))
    .filter((group) => group.screens.length > 0);
}
