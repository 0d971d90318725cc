import { beforeEach, expect, it, vi } from 'vitest';
import { markKeysUsed } from '../../store/accounts/api-keys.ts';
import type { Database } from '../../store/database/database.ts';
import { KeyUsage } from './key-usage.ts';

vi.mock('../../store/accounts/api-keys.ts', () => ({ markKeysUsed: vi.fn() }));

const markUsed = vi.mocked(markKeysUsed);
const database = {
  asSystem: (work: (executor: undefined) => unknown) => work(undefined),
} as unknown as Database;
const [earlier, later] = [new Date('2026-06-01T12:00:00Z'), new Date('2026-06-01T12:00:01Z')];

beforeEach(() => markUsed.mockReset());

async function listWritten(usage: KeyUsage) {
  await usage.flush();
  return markUsed.mock.lastCall?.[1] ?? new Map<string, never>();
}

it('at most 50,000 keys are kept until the next flush, and later uses of these keys are still noted', async () => {
  const usage = new KeyUsage(database);
  for (let index = 0; index <= 50_000; index += 1) usage.note(String(index), earlier, '203.0.113.77');
  usage.note('0', later, '198.51.100.7');
  const written = await listWritten(usage);
  expect(written.size).toBe(50_000);
  expect(written.has('49999')).toBe(true);
  expect(written.get('0')).toEqual({ at: later, network: '198.51.100.0/24' });
});

it('only the /48 network of an IPv6 address is kept', async () => {
  const usage = new KeyUsage(database);
  usage.note('key', earlier, '2001:db8:1:ffff::7');
  expect((await listWritten(usage)).get('key')).toEqual({ at: earlier, network: '2001:db8:1::/48' });
});

it('a failed write is repeated with the next flush, without replacing later uses', async () => {
  const usage = new KeyUsage(database);
  usage.note('first', earlier, '203.0.113.77');
  usage.note('second', earlier, '203.0.113.77');
  markUsed.mockImplementationOnce(() => {
    usage.note('first', later, '198.51.100.7');
    return Promise.reject(new Error('connection lost'));
  });
  await expect(usage.flush()).rejects.toThrow('connection lost');
  const written = await listWritten(usage);
  expect([...written].map(([id, { at }]) => [id, at])).toEqual([
    ['first', later],
    ['second', earlier],
  ]);
});
