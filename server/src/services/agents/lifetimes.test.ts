import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connectionDays, idleDays } from './lifetimes.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/agents.md'), 'utf8');

it('the lifetimes of connections and refresh tokens are those in the documentation of AI agents', () => {
  expect(page).toContain(`after ${connectionDays} days, after ${idleDays} days without a call`);
  expect(page).toContain(`refresh tokens ${idleDays} days`);
});
