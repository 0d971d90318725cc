/** Pages that somebody has looked at lately, in this browser: the search offers them before anything is typed. */
type Place = { path: string; title: string };

type Owner = { personId: string; workspaceId: string };

const placesMax = 8;
const prefix = 'waypost-recent:';
const keyOf = ({ personId, workspaceId }: Owner) => `${prefix}${personId}:${workspaceId}`;

export function recentScreens(owner: Owner, storage: Storage = localStorage): Place[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(owner)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isPlace).slice(0, placesMax) : [];
  } catch {
    // Somebody else's text, or a browser that keeps nothing.
    return [];
  }
}

export function rememberScreen(owner: Owner, place: Place, storage: Storage = localStorage): void {
  const others = recentScreens(owner, storage).filter(({ path }) => path !== place.path);
  try {
    storage.setItem(keyOf(owner), JSON.stringify([place, ...others].slice(0, placesMax)));
  } catch {
    // Full, or forbidden: then nothing is offered.
  }
}

/** Names of records do not stay in a browser that somebody has signed out of. */
export function clearRecentScreens(storage: Storage = localStorage): void {
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
  for (const key of keys) if (key.startsWith(prefix)) storage.removeItem(key);
}

function isPlace(value: unknown): value is Place {
  const { path, title } = (value ?? {}) as Partial<Record<string, unknown>>;
  return typeof path === 'string' && path.startsWith('/') && typeof title === 'string';
}
