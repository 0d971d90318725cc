export const keyStates = { active: 'Active', expired: 'Expired', revoked: 'Revoked' } as const;
type KeyState = keyof typeof keyStates;

export type KeySearch = { state?: KeyState };

export function readKeySearch({ state }: Record<string, unknown>): KeySearch {
  return typeof state === 'string' && Object.hasOwn(keyStates, state) ? { state: state as KeyState } : {};
}
