type State = { status: 'active' | 'lapsed' | 'none'; apiAccess: boolean };

/** What a state of the subscription means, in words. */
export function formatSubscription({ status, apiAccess }: State): { state: string; keys: string } {
  const refused =
    'Requests with a key are answered 402 and no new key can be made. Those that there are work again when it does, and can be revoked meanwhile.';
  if (status === 'active')
    return apiAccess
      ? { state: 'Active, with API access', keys: 'They work, and new ones can be made.' }
      : { state: 'Active, without API access', keys: refused };
  return { state: status === 'lapsed' ? 'Lapsed' : 'None', keys: refused };
}
