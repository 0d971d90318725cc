import { createSocket } from 'node:dgram';
import { once } from 'node:events';

type Answer = (question: Buffer) => Buffer | undefined;

/** A name server on this machine that answers every question in one way, or not at all. */
export async function startNameServer(answer: Answer): Promise<{ address: string; close: () => void }> {
  const socket = createSocket('udp4', (question, from) => {
    const sent = answer(question);
    if (sent !== undefined) socket.send(sent, from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() };
}

/** The question sent back as an answer with this code, and these records behind it. */
export function reply(question: Buffer, code: number, records: Buffer[] = []): Buffer {
  const head = Buffer.from(question.subarray(0, 12));
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt32BE(0, 8);
  const end = question.indexOf(0, 12) + 5;
  return Buffer.concat([head, question.subarray(12, end), ...records]);
}

/** A CNAME record of the name that was asked for. */
export function cname(name: string): Buffer {
  const parts = name.split('.').map((part) => Buffer.concat([Buffer.of(part.length), Buffer.from(part)]));
  const data = Buffer.concat([...parts, Buffer.of(0)]);
  return Buffer.concat([Buffer.from('c00c00050001000000ff', 'hex'), Buffer.of(0, data.length), data]);
}
