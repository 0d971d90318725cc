import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPostbackRows } from '../../src/testing/attribution/postback-jobs.ts';
import {
  makePostbackCampaign,
  openPostbackLab,
  type PostbackLab,
} from '../../src/testing/attribution/postback-setup.ts';
import { formatResponse, startRawServer } from '../../src/testing/http/raw-server.ts';
import { rounds } from '../../src/testing/rounds.ts';

const script = join(import.meta.dirname, '..', '..', 'src', 'testing', 'product', 'postback-process.ts');
// Longer than a slow machine needs to send and record a postback, so that attempts in progress are not claimed again.
const leaseMs = 4_000;
let lab: PostbackLab;
let child: ChildProcess | undefined;

beforeAll(async () => {
  lab = await openPostbackLab();
});

afterAll(async () => {
  child?.kill('SIGKILL');
  await lab.database.close();
});

const timeout = rounds(300_000, 1_800_000);

test(
  "only a killed worker's attempts in progress are repeated, once each and with the same IDs",
  { timeout },
  async () => {
    for (let round = 0; round < rounds(1, 15); round += 1) {
      const seen = new Map<string, number>();
      let killed: Promise<unknown> | undefined;
      const killAfter = 1 + ((round * 13) % 50);
      const server = await startRawServer({
        onRequest: (socket, text) => {
          const id = /x-waypost-postback-id: (\S+)/i.exec(text)?.[1] ?? '';
          seen.set(id, (seen.get(id) ?? 0) + 1);
          // At this point the attempt is sent but not recorded, because the response has not been written.
          if (seen.size === killAfter) killed ??= kill();
          socket.write(formatResponse(200));
        },
      });
      const source = await makePostbackCampaign(lab);
      const jobs = await source.add(`http://pay.example.com:${server.port}/`, 60);
      start(server.port);
      await expect.poll(() => killed !== undefined).toBe(true);
      await killed;
      const recorded = (await source.read()).filter(({ state }) => state === 'delivered').length;
      expect(recorded).toBeLessThan(60);
      start(server.port);
      await source.until((stored) => stored.every(({ state }) => state === 'delivered'));
      await kill();
      server.close();
      expect([...seen.keys()].toSorted()).toEqual(jobs.map(({ id }) => id).toSorted());
      const repeated = [...seen.values()].filter((times) => times > 1);
      expect(repeated.length).toBeGreaterThan(0);
      expect(repeated.length).toBeLessThanOrEqual(16);
      expect(Math.max(...repeated)).toBe(2);
      const rows = await readPostbackRows(lab.database, source.workspaceId);
      expect(rows).toHaveLength(60);
      expect(new Set(rows.map(({ attempt }) => attempt))).toEqual(new Set(['1']));
    }
  },
);

function start(port: number): void {
  child = spawn(process.execPath, [script, lab.url, String(port), String(leaseMs)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

async function kill(): Promise<void> {
  if (child === undefined || child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
