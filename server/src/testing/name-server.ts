import { createSocket } from 'node:dgram';
import { once } from 'node:events';

type Answer = (query: Buffer) => Buffer | undefined;

// Starts a DNS server on localhost. `answer` returns the response, or undefined to leave the query unanswered.
export async function startNameServer(answer: Answer): Promise<{ address: string; close: () => void }> {
  const socket = createSocket('udp4', (query, sender) => {
    const sent = answer(query);
    if (sent !== undefined) socket.send(sent, sender.port, sender.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() };
}

export function reply(query: Buffer, code: number, records: Buffer[] = []): Buffer {
  const head = Buffer.from(query.subarray(0, 12));
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt32BE(0, 8);
  const end = query.indexOf(0, 12) + 5;
  return Buffer.concat([head, query.subarray(12, end), ...records]);
}

export function cname(name: string): Buffer {
  const parts = name.split('.').map((part) => Buffer.concat([Buffer.of(part.length), Buffer.from(part)]));
  const data = Buffer.concat([...parts, Buffer.of(0)]);
  return Buffer.concat([Buffer.from('c00c00050001000000ff', 'hex'), Buffer.of(0, data.length), data]);
}

// Answers queries for IPv4 addresses, which the test can change. Other names do not exist.
export async function startAddressServer(addresses: Map<string, string>): ReturnType<typeof startNameServer> {
  return await startNameServer((query) => {
    const found = addresses.get(readName(query));
    const type = query.readUInt16BE(query.indexOf(0, 12) + 1);
    if (found === undefined) return reply(query, nameError);
    return reply(query, 0, type === addressType ? [addressRecord(found)] : []);
  });
}

const addressType = 1;
const nameError = 3;

function readName(query: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; query[at] !== 0 && query[at] !== undefined; at += (query[at] ?? 0) + 1)
    labels.push(query.toString('latin1', at + 1, at + 1 + (query[at] ?? 0)));
  return labels.join('.').toLowerCase();
}

function addressRecord(address: string): Buffer {
  return Buffer.concat([
    Buffer.from('c00c00010001000000ff0004', 'hex'),
    Buffer.from(address.split('.').map(Number)),
  ]);
}
