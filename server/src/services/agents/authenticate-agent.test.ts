import { expect, it, vi } from 'vitest';
import {
  findAccessToken,
  markConnectionUsed,
  type LocatedToken,
} from '../../store/agents/agent-connections.ts';
import type { Database } from '../../store/database/database.ts';
import { authenticateAgent } from './authenticate-agent.ts';

vi.mock('../../store/agents/agent-connections.ts', () => ({
  findAccessToken: vi.fn(),
  markConnectionUsed: vi.fn(),
}));

const run = (work: (executor: undefined) => unknown) => work(undefined);
const database = { readAsSystem: run, asSystem: run } as unknown as Database;
const resource = 'https://panel.example/mcp';
const now = new Date('2026-06-01T12:00:00Z');

async function isUseWritten(lastUsedAt: Date | null): Promise<boolean> {
  const token = {
    audience: resource,
    scope: 'read',
    subscriptionStatus: 'active',
    apiAccess: true,
    lastUsedAt,
  } as LocatedToken;
  vi.mocked(findAccessToken).mockResolvedValue(token);
  vi.mocked(markConnectionUsed).mockClear();
  expect(await authenticateAgent({ database, now: () => now }, 'token', resource)).toMatchObject({
    actor: { type: 'agent' },
  });
  return vi.mocked(markConnectionUsed).mock.calls.length > 0;
}

it('the last use of a connection is written at most once a minute', async () => {
  expect(await isUseWritten(null)).toBe(true);
  expect(await isUseWritten(new Date(now.getTime() - 59_999))).toBe(false);
  expect(await isUseWritten(new Date(now.getTime() - 60_000))).toBe(true);
});
