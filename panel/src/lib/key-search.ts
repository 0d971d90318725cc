export const keyStates = { active: 'Works', expired: 'Has ended', revoked: 'Revoked' } as const;
type KeyState = keyof typeof keyStates;

/** What the list of keys shows, as its address says it. */
export type KeySearch = { state?: KeyState };

export function readKeySearch({ state }: Record<string, unknown>): KeySearch {
  return typeof state === 'string' && Object.hasOwn(keyStates, state) ? { state: state as KeyState } : {};
}
