import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { proofs, signs } from './classify/bots/bot-reasons.ts';
import { clickOutcomes, eventOutcomes, visitOutcomes } from './outcomes.ts';

const docs = join(import.meta.dirname, '../../../docs');

/** Returns the names in backquotes in the first cells of the table that has this heading in its first column. */
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

describe('the page on tracking', () => {
  it('lists exactly the outcomes of visits', () => {
    expect(namesInTable('tracking.md', 'Visit').toSorted()).toEqual([...visitOutcomes].toSorted());
  });

  it('lists exactly the outcomes of landing-page clicks', () => {
    expect(namesInTable('tracking.md', 'Landing-page click').toSorted()).toEqual(
      [...clickOutcomes].toSorted(),
    );
  });
});

it('the page on incoming postbacks lists every outcome of its metric', () => {
  const page = readFileSync(join(docs, 'incoming-postbacks.md'), 'utf8');
  const line = page.split('\n').find((one) => one.startsWith('`waypost_edge_events_total`')) ?? '';
  for (const outcome of eventOutcomes) expect(line).toContain(`\`${outcome}\``);
});

it('the page on visitor detection lists every reason for bots and whether it is strong', () => {
  const lines = readFileSync(join(docs, 'visitors.md'), 'utf8').split('\n');
  const rows = lines.map((line) => line.split('|').map((cell) => cell.trim()));
  const listed = (strong: string) =>
    rows.filter(([, , cell]) => cell === strong).map(([, name = '']) => name.replaceAll('`', ''));
  expect(listed('yes').toSorted()).toEqual([...proofs].toSorted());
  expect(listed('no').toSorted()).toEqual([...signs].toSorted());
});
