type RecentScreen = { path: string; title: string };

type Owner = { personId: string; workspaceId: string };

const screensMax = 8;
const prefix = 'waypost-recent:';
const keyOf = ({ personId, workspaceId }: Owner) => `${prefix}${personId}:${workspaceId}`;

export function recentScreens(owner: Owner, storage: Storage = localStorage): RecentScreen[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(keyOf(owner)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRecentScreen).slice(0, screensMax) : [];
  } catch {
    // The stored data is invalid, or storage is disabled.
    return [];
  }
}

export function rememberScreen(owner: Owner, screen: RecentScreen, storage: Storage = localStorage): void {
  const others = recentScreens(owner, storage).filter(({ path }) => path !== screen.path);
  try {
    storage.setItem(keyOf(owner), JSON.stringify([screen, ...others].slice(0, screensMax)));
  } catch {
    // If storage is full or disabled, recent screens are not remembered.
  }
}

/** Removes all recent screens, because record names must not remain in the browser after sign-out. */
export function clearRecentScreens(storage: Storage = localStorage): void {
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
  for (const key of keys) if (key.startsWith(prefix)) storage.removeItem(key);
}

function isRecentScreen(value: unknown): value is RecentScreen {
  const { path, title } = (value ?? {}) as Partial<Record<string, unknown>>;
  return typeof path === 'string' && path.startsWith('/') && typeof title === 'string';
}
