import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { resolveCname } from './resolve-cname.ts';

const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

/** A name server on this machine that answers every question in one way, or not at all. */
async function nameServer(answer: (question: Buffer) => Buffer | undefined): Promise<string> {
  const socket = createSocket('udp4', (question, from) => {
    const sent = answer(question);
    if (sent !== undefined) socket.send(sent, from.port, from.address);
  });
  sockets.push(socket);
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return `127.0.0.1:${socket.address().port}`;
}

/** The question sent back as an answer with this code, and these records behind it. */
function reply(question: Buffer, code: number, records: Buffer[] = []): Buffer {
  const head = Buffer.from(question.subarray(0, 12));
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt32BE(0, 8);
  const end = question.indexOf(0, 12) + 5;
  return Buffer.concat([head, question.subarray(12, end), ...records]);
}

/** A CNAME record of the name that was asked for. */
function cname(name: string): Buffer {
  const parts = name.split('.').map((part) => Buffer.concat([Buffer.of(part.length), Buffer.from(part)]));
  const data = Buffer.concat([...parts, Buffer.of(0)]);
  return Buffer.concat([Buffer.from('c00c00050001000000ff', 'hex'), Buffer.of(0, data.length), data]);
}

describe('a name server that', () => {
  it('knows where a name leads is believed', async () => {
    const servers = [await nameServer((question) => reply(question, 0, [cname('edge.example.net')]))];
    expect(await resolveCname('track.example.com', { servers })).toEqual({
      outcome: 'names',
      names: ['edge.example.net'],
    });
  });

  it.each([
    ['does not know the name', 3],
    ['knows it without such a record', 0],
  ])('%s says that there is none', async (_, code) => {
    const servers = [await nameServer((question) => reply(question, code))];
    expect(await resolveCname('track.example.com', { servers })).toEqual({ outcome: 'nothing' });
  });

  it('fails says nothing that could be relied on', async () => {
    const servers = [await nameServer((question) => reply(question, 2))];
    expect(await resolveCname('track.example.com', { servers, timeoutMs: 500 })).toEqual({
      outcome: 'silence',
    });
  });

  it('is silent is waited for no longer than the limit, and so are several together', async () => {
    const servers = [await nameServer(() => undefined), await nameServer(() => undefined)];
    const begun = performance.now();
    expect(await resolveCname('track.example.com', { servers, timeoutMs: 300 })).toEqual({
      outcome: 'silence',
    });
    expect(performance.now() - begun).toBeLessThan(2_000);
  });
});
