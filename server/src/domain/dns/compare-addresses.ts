type DnsChange = {
  action: 'create' | 'change' | 'delete';
  type: 'A' | 'AAAA';
  // Undefined if the public address of this machine is not known.
  value: string | undefined;
};

export type AddressComparison = {
  // `unknown` if the addresses may belong to this machine, for example behind NAT.
  state: 'matches' | 'unknown' | 'differs' | 'missing';
  // Changes that make the name point to this machine.
  changes: DnsChange[];
};

type Addresses = {
  // In DNS.
  found: readonly string[];
  // Public addresses of this machine.
  own: readonly string[];
  // Addresses that lead to this machine anyway, for example those of a load balancer.
  reached: readonly string[];
};

// Compares the addresses of a name with those of this machine. All of them must lead here, because a certificate
// authority may choose any of them.
export function compareAddresses({ found, own, reached }: Addresses): AddressComparison {
  if (found.length === 0) {
    const wanted = own.length === 0 ? [{ type: 'A' as const, value: undefined }] : own.map(describe);
    return { state: 'missing', changes: wanted.map((record) => ({ action: 'create', ...record })) };
  }
  const foreign = found
    .filter((address) => !own.includes(address) && !reached.includes(address))
    .map(describe);
  if (foreign.length === 0) return { state: 'matches', changes: [] };
  const known = own.map(describe);
  const changes = foreign.flatMap(({ type, value }): DnsChange[] => {
    const wanted = known.find((record) => record.type === type)?.value;
    // IPv6 addresses are rarely translated. A machine that has only a public IPv4 address cannot be reached by IPv6.
    if (wanted === undefined)
      return type === 'AAAA' && known.length > 0 ? [{ action: 'delete', type, value }] : [];
    return found.includes(wanted)
      ? [{ action: 'delete', type, value }]
      : [{ action: 'change', type, value: wanted }];
  });
  return { state: changes.length === 0 ? 'unknown' : 'differs', changes };
}

function describe(address: string): { type: DnsChange['type']; value: string } {
  return { type: address.includes(':') ? 'AAAA' : 'A', value: address };
}

export function formatChange(host: string, { action, type, value }: DnsChange): string {
  const shown = value ?? 'the public IPv4 address of this machine';
  return action === 'change'
    ? `change the ${type} record of ${host} to ${shown}`
    : `${action} the record ${host} ${type} ${shown}`;
}
