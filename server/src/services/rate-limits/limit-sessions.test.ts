import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sessionRates } from './limit-sessions.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/panel-api.md'), 'utf8');

it('sessionRates are the limits in the documentation of the panel API', () => {
  const { session, person } = sessionRates;
  const [perSession, perPerson] = [session, person].map(({ perMinute }) => perMinute.toLocaleString('en'));
  expect(page).toContain(
    `The limit is ${perSession} requests a minute per session and ${perPerson} per person, with bursts of ${session.burst} and ${person.burst} requests.`,
  );
});
