type SubscriptionState = { status: 'active' | 'lapsed' | 'none'; apiAccess: boolean };

export function formatSubscription({ status, apiAccess }: SubscriptionState): {
  state: string;
  keys: string;
} {
  const refused =
    'Requests made with an API key return 402, and new keys cannot be created. Existing keys can be revoked, and work again once API access is active.';
  if (status === 'active')
    return apiAccess
      ? { state: 'Active, with API access', keys: 'Existing keys work, and new ones can be created.' }
      : { state: 'Active, without API access', keys: refused };
  return { state: status === 'lapsed' ? 'Lapsed' : 'None', keys: refused };
}
