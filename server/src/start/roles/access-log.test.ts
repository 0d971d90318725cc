import { Registry } from 'prom-client';
import { expect, test, vi } from 'vitest';
import type { Logger } from '../../platform/logger.ts';
import { accessOutcomes } from '../../services/tools.ts';
import { createAccessLog } from './access-log.ts';

async function counts(registry: Registry): Promise<Record<string, number>> {
  const [metric] = await registry.getMetricsAsJSON();
  const values = metric?.values as { labels: { outcome: string }; value: number }[];
  return Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]));
}

function makeLog() {
  const registry = new Registry();
  const lines = { info: vi.fn(), warn: vi.fn() };
  return { registry, lines, note: createAccessLog(registry, lines as unknown as Logger) };
}

const person = { id: '0198c5a2-7b1e-7c3d-9e4f-5a6b7c8d9e0f', email: 'anna@example.com' };
const address = '192.0.2.7';

test('the access log sets the counter of every outcome to 0 at first', async () => {
  expect(await counts(makeLog().registry)).toEqual(Object.fromEntries(accessOutcomes.map((one) => [one, 0])));
});

test('the access log counts outcomes and logs failures, lockouts and used recovery codes as warnings', async () => {
  const { registry, lines, note } = makeLog();
  for (const outcome of ['wrong-password', 'wrong-password', 'locked', 'recovery-code'] as const)
    note({ outcome, address, person });
  note({ outcome: 'unknown-person', address });
  note({ outcome: 'signed-in', address, person });
  expect(await counts(registry)).toMatchObject({
    'wrong-password': 2,
    locked: 1,
    'recovery-code': 1,
    'unknown-person': 1,
    'signed-in': 1,
    limited: 0,
  });
  expect(lines.warn).toHaveBeenCalledTimes(5);
  const line = { outcome: 'locked', address, userId: person.id, email: person.email };
  expect(lines.warn).toHaveBeenCalledWith(line, 'access');
  expect(lines.warn).toHaveBeenCalledWith({ outcome: 'unknown-person', address }, 'access');
  expect(lines.info).toHaveBeenCalledTimes(1);
});
