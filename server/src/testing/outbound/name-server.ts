import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4, SocketAddress } from 'node:net';

export type NameServer = { address: string; queries: string[]; close: () => void };

/**
 * Starts a DNS server on localhost. Calls `answer` for each query, so that addresses can change between queries. Sends
 * no response if `answer` returns undefined.
 */
export async function startNameServer(
  answer: (name: string, kind: 'A' | 'AAAA', earlier: number) => readonly string[] | undefined,
): Promise<NameServer> {
  const queries: string[] = [];
  const socket = createSocket('udp4', (message, sender) => {
    const { name, kind, end } = parseQuery(message);
    const query = `${kind} ${name}`;
    const earlier = queries.filter((one) => one === query).length;
    queries.push(query);
    const addresses = answer(name, kind, earlier);
    if (addresses === undefined) return;
    const records = addresses.filter((one) => isIPv4(one) === (kind === 'A')).map(encodeRecord);
    const head = Buffer.from(message.subarray(0, 12));
    head.writeUInt16BE(0x8180, 2);
    head.writeUInt16BE(records.length, 6);
    head.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([head, message.subarray(12, end), ...records]), sender.port, sender.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    queries,
    close: () => socket.close(),
  };
}

function parseQuery(message: Buffer): { name: string; kind: 'A' | 'AAAA'; end: number } {
  const labels: string[] = [];
  let offset = 12;
  for (let length = message.readUInt8(offset); length > 0; length = message.readUInt8(offset)) {
    labels.push(message.toString('latin1', offset + 1, offset + 1 + length));
    offset += 1 + length;
  }
  return {
    name: labels.join('.'),
    kind: message.readUInt16BE(offset + 1) === 1 ? 'A' : 'AAAA',
    end: offset + 5,
  };
}

/** Encodes an address record with a TTL of one hour, which clients must ignore. */
function encodeRecord(address: string): Buffer {
  const bytes = isIPv4(address) ? Buffer.from(address.split('.').map(Number)) : encodeIpv6(address);
  const head = Buffer.from('c00c0000000100000e100000', 'hex');
  head.writeUInt16BE(isIPv4(address) ? 1 : 28, 2);
  head.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([head, bytes]);
}

function encodeIpv6(text: string): Buffer {
  const { address } = new SocketAddress({ address: text, family: 'ipv6' });
  const [head = '', tail = ''] = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, toGroups).split('::');
  const missing = 8 - splitGroups(head).length - splitGroups(tail).length;
  const all = [...splitGroups(head), ...Array<string>(missing).fill('0'), ...splitGroups(tail)];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}

function splitGroups(part: string): string[] {
  return part === '' ? [] : part.split(':');
}

function toGroups(_dotted: string, ...parts: string[]): string {
  const [a = '0', b = '0', c = '0', d = '0'] = parts;
  return `${(Number(a) * 256 + Number(b)).toString(16)}:${(Number(c) * 256 + Number(d)).toString(16)}`;
}
