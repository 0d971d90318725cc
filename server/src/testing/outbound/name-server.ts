import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4, SocketAddress } from 'node:net';

export type NameServer = { address: string; questions: string[]; close: () => void };

/**
 * A name server on this machine. It is asked for the addresses of a name each time somebody wants them, so that they can
 * change between two questions; where it is told nothing, it says nothing.
 */
export async function startNameServer(
  answer: (name: string, kind: 'A' | 'AAAA', earlier: number) => readonly string[] | undefined,
): Promise<NameServer> {
  const questions: string[] = [];
  const socket = createSocket('udp4', (question, from) => {
    const { name, kind, end } = readQuestion(question);
    const asked = `${kind} ${name}`;
    const earlier = questions.filter((one) => one === asked).length;
    questions.push(asked);
    const addresses = answer(name, kind, earlier);
    if (addresses === undefined) return;
    const records = addresses.filter((one) => isIPv4(one) === (kind === 'A')).map(encodeRecord);
    const head = Buffer.from(question.subarray(0, 12));
    head.writeUInt16BE(0x8180, 2);
    head.writeUInt16BE(records.length, 6);
    head.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([head, question.subarray(12, end), ...records]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    close: () => socket.close(),
  };
}

function readQuestion(question: Buffer): { name: string; kind: 'A' | 'AAAA'; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = question.readUInt8(at); length > 0; length = question.readUInt8(at)) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), kind: question.readUInt16BE(at + 1) === 1 ? 'A' : 'AAAA', end: at + 5 };
}

/** An address of the name that was asked for, good for an hour: nobody may rely on that. */
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
