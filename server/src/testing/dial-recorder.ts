import { connect, Socket } from 'node:net';

export type DialRecorder = { addresses: string[]; openSocket: (address: string, port: number) => Socket };

/** Writes down every address that is dialled. Loopback is really dialled; others are refused, so that no test calls out. */
export function recordDials(): DialRecorder {
  const addresses: string[] = [];
  return {
    addresses,
    openSocket: (address, port) => {
      addresses.push(address);
      if (/^(?:127\.|::1$|::ffff:7f)/.test(address)) return connect({ host: address, port });
      return new Socket().destroy(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    },
  };
}
