import { BlockList, connect, isIPv4, Socket } from 'node:net';

type DialRecorder = { addresses: string[]; openSocket: (address: string, port: number) => Socket };

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Writes down every address that is dialled. Loopback is really dialled; others are refused, so that no test calls out. */
export function recordDials(): DialRecorder {
  const addresses: string[] = [];
  return {
    addresses,
    openSocket: (address, port) => {
      addresses.push(address);
      // Node judges an address that is mapped into IPv6 by what it stands for.
      if (loopback.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')) return connect({ host: address, port });
      return new Socket().destroy(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    },
  };
}
