/**
 * Compares device recognition with labeled user agents: `npm exec -- node tools/compare-devices.ts FOLDER [--misses]`.
 * Reads YAML files in the format of the matomo-org/device-detector test fixtures (`Tests/fixtures`), which are not part
 * of this repository because of their license.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { createAgentClassifier } from '../server/src/edge/classify/device/classify-agent.ts';
import type { Device } from '../server/src/edge/classify/device/device.ts';
import { readHints } from '../server/src/edge/classify/device/hints.ts';
import { fixtureBrowser, fixtureDeviceTypes, fixtureSystem } from './fixture-names.ts';

type Fixture = {
  user_agent: string;
  headers?: Record<string, string>;
  os?: { name?: string };
  client?: { type?: string; name?: string };
  device?: { type?: string | null; brand?: string };
};
type Score = { right: number; total: number };

const { values, positionals } = parseArgs({
  options: { misses: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [folder] = positionals;
if (folder === undefined) throw new Error('Usage: node tools/compare-devices.ts FOLDER [--misses]');

const scores = new Map<string, Score>();
const misses = new Map<string, { count: number; example: string }>();
const classify = createAgentClassifier();
for (const fixture of readFixtures(folder)) compare(fixture);
if (scores.size === 0) throw new Error(`No browsers in the YAML files of ${folder}`);
printScores();
if (values.misses) printMisses();

function readFixtures(path: string): Fixture[] {
  const files = readdirSync(path).filter((name) => name.endsWith('.yml'));
  return files.flatMap((name) => parse(readFileSync(join(path, name), 'utf8')) as Fixture[]);
}

function compare(fixture: Fixture): void {
  const deviceType = fixtureDeviceTypes.get(fixture.device?.type ?? '');
  if (fixture.client?.type !== 'browser' || deviceType === undefined) return;
  const device = classify(fixture.user_agent, readHints(lowerCase(fixture.headers ?? {})));
  const agent = fixture.user_agent;
  count('device type', deviceType, device.deviceType, agent);
  count(`  ${deviceType}`, deviceType, device.deviceType, agent);
  const system = fixtureSystem(fixture.os?.name);
  if (system !== undefined) count('operating system', system, device.os, agent);
  count('browser', fixtureBrowser(fixture.client.name ?? ''), browserOf(device), agent);
}

function lowerCase(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function browserOf({ browser }: Device): string {
  return fixtureBrowser(browser ?? '');
}

function count(name: string, expected: string, actual: string | undefined, agent: string): void {
  const score = scores.get(name) ?? { right: 0, total: 0 };
  scores.set(name, score);
  score.total += 1;
  if (expected === actual) {
    score.right += 1;
    return;
  }
  const key = `${name.trim()}: ${expected}, recognized as ${actual ?? 'nothing'}`;
  const miss = misses.get(key) ?? { count: 0, example: agent };
  misses.set(key, { ...miss, count: miss.count + 1 });
}

function printScores(): void {
  for (const [name, { right, total }] of scores) {
    const percent = ((100 * right) / total).toFixed(1).padStart(5);
    process.stdout.write(`${name.padEnd(18)} ${percent} %  ${right} of ${total}\n`);
  }
}

function printMisses(): void {
  const sorted = [...misses].toSorted(([, one], [, other]) => other.count - one.count);
  for (const [key, { count: times, example }] of sorted.slice(0, 60)) {
    process.stdout.write(`${String(times).padStart(6)}  ${key}\n        ${example}\n`);
  }
}
