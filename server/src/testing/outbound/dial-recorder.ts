import { BlockList, connect, isIPv4, Socket } from 'node:net';

type DialRecorder = { addresses: string[]; openSocket: (address: string, port: number) => Socket };

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Records every dialed address. Connects only to loopback addresses, so that tests never reach other machines. */
export function recordDials(): DialRecorder {
  const addresses: string[] = [];
  return {
    addresses,
    openSocket: (address, port) => {
      addresses.push(address);
      // BlockList checks IPv4-mapped IPv6 addresses as IPv4.
      if (loopback.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')) return connect({ host: address, port });
      return new Socket().destroy(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    },
  };
}
