import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { strongReasons, weakReasons } from './classify/bots/bot-reasons.ts';
import { clickOutcomes, eventOutcomes, visitOutcomes } from './outcomes.ts';

const docs = join(import.meta.dirname, '../../../docs');

function namesInTable(page: string, heading: string): string[] {
  const lines = readFileSync(join(docs, page), 'utf8').split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${heading} `));
  expect(start, heading).toBeGreaterThan(0);
  const rows = lines.slice(start + 2);
  const end = rows.findIndex((line) => !line.startsWith('|'));
  return rows
    .slice(0, end)
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
}

describe('docs/tracking.md', () => {
  it('lists exactly the outcomes of visits', () => {
    expect(namesInTable('tracking.md', 'Visit').toSorted()).toEqual([...visitOutcomes].toSorted());
  });

  it('lists exactly the outcomes of landing-page clicks', () => {
    expect(namesInTable('tracking.md', 'Landing-page click').toSorted()).toEqual(
      [...clickOutcomes].toSorted(),
    );
  });
});

it('docs/incoming-postbacks.md lists every outcome of the events metric', () => {
  const page = readFileSync(join(docs, 'incoming-postbacks.md'), 'utf8');
  const line = page.split('\n').find((one) => one.startsWith('`waypost_edge_events_total`')) ?? '';
  for (const outcome of eventOutcomes) expect(line).toContain(`\`${outcome}\``);
});

it('docs/visitors.md lists every bot reason and whether it is strong', () => {
  const lines = readFileSync(join(docs, 'visitors.md'), 'utf8').split('\n');
  const rows = lines.map((line) => line.split('|').map((cell) => cell.trim()));
  const listed = (strong: string) =>
    rows.filter(([, , cell]) => cell === strong).map(([, name = '']) => name.replaceAll('`', ''));
  expect(listed('yes').toSorted()).toEqual([...strongReasons].toSorted());
  expect(listed('no').toSorted()).toEqual([...weakReasons].toSorted());
});
