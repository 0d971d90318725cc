type State = { status: 'active' | 'lapsed' | 'none'; apiAccess: boolean };

export function formatSubscription({ status, apiAccess }: State): { state: string; keys: string } {
  const refused =
    'Requests with a key return 402, and new keys cannot be created. Existing keys work again once the subscription is active, and can be revoked.';
  if (status === 'active')
    return apiAccess
      ? { state: 'Active, with API access', keys: 'Keys work, and new ones can be created.' }
      : { state: 'Active, without API access', keys: refused };
  return { state: status === 'lapsed' ? 'Lapsed' : 'None', keys: refused };
}
