type RecentScreen = { path: string; title: string };

type Owner = { personId: string; workspaceId: string };

const screensMax = 8;
const prefix = 'waypost-recent:';
const keyOf = ({ personId, workspaceId }: Owner) => `${prefix}${personId}:${workspaceId}`;

// Storage is accessed inside `try`, because browsers that deny access to it throw an error.
export function recentScreens(owner: Owner, storage?: Storage): RecentScreen[] {
  try {
    const stored: unknown = JSON.parse((storage ?? localStorage).getItem(keyOf(owner)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRecentScreen).slice(0, screensMax) : [];
  } catch {
    // The stored data is invalid, or storage is disabled.
    return [];
  }
}

export function rememberScreen(owner: Owner, screen: RecentScreen, storage?: Storage): void {
  const others = recentScreens(owner, storage).filter(({ path }) => path !== screen.path);
  try {
    (storage ?? localStorage).setItem(keyOf(owner), JSON.stringify([screen, ...others].slice(0, screensMax)));
  } catch {
    // If storage is full or disabled, recent screens are not remembered.
  }
}

/** Removes all recent screens, because record names must not remain in the browser after sign-out. */
export function clearRecentScreens(storage?: Storage): void {
  try {
    const cleared = storage ?? localStorage;
    const keys = Array.from({ length: cleared.length }, (_, at) => cleared.key(at) ?? '');
    for (const key of keys) if (key.startsWith(prefix)) cleared.removeItem(key);
  } catch {
    // If storage is disabled, there are no recent screens.
  }
}

function isRecentScreen(value: unknown): value is RecentScreen {
  const { path, title } = (value ?? {}) as Partial<Record<string, unknown>>;
  return typeof path === 'string' && path.startsWith('/') && typeof title === 'string';
}
