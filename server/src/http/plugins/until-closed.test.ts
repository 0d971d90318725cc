import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { expect, it } from 'vitest';
import { untilClosed } from './until-closed.ts';

function reply(state: { destroyed: boolean; socket?: { destroyed: boolean } }) {
  const raw = Object.assign(new EventEmitter(), state);
  return { raw, reply: { raw } as unknown as FastifyReply };
}

it('untilClosed aborts when the connection closes', () => {
  const { raw, reply: open } = reply({ destroyed: false, socket: { destroyed: false } });
  const signal = untilClosed(open);
  expect(signal.aborted).toBe(false);
  raw.emit('close');
  expect(signal.aborted).toBe(true);
});

it('untilClosed returns an aborted signal if the client has already disconnected', () => {
  expect(untilClosed(reply({ destroyed: true }).reply).aborted).toBe(true);
  expect(untilClosed(reply({ destroyed: false, socket: { destroyed: true } }).reply).aborted).toBe(true);
});
