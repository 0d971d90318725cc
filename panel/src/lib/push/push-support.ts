// Why a browser cannot get notifications.
type Obstacle = 'insecure' | 'home-screen' | 'unsupported';

type Scope = { isSecureContext: boolean; navigator: object };

export function findObstacle(scope: Scope): Obstacle | undefined {
  if (!scope.isSecureContext) return 'insecure';
  if ('PushManager' in scope && 'Notification' in scope && 'serviceWorker' in scope.navigator)
    return undefined;
  // Only Safari on iPhones and iPads has this property. It is true in apps on the Home Screen.
  const { standalone } = scope.navigator as { standalone?: unknown };
  return standalone === false ? 'home-screen' : 'unsupported';
}

export const obstacleTexts: Readonly<Record<Obstacle, string>> = {
  insecure: 'Notifications need HTTPS. Open the panel at an address that starts with https://.',
  'home-screen':
    'On iPhone and iPad, notifications need the app: in the share menu, choose “Add to Home Screen”, then open Waypost from the Home Screen.',
  unsupported:
    'This browser does not support notifications. Use a current version of Chrome, Edge, Firefox or Safari, and no private window.',
};

export const blockedText =
  'Notifications are blocked for this site. Allow them in the site settings of your browser, which you open with the icon next to the address, and reload this page.';
