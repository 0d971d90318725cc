import { expect, it } from 'vitest';
import { buildEvaluatedVisit } from './evaluated-visit.ts';
import type { EvaluationSubject } from './read-evaluation-subject.ts';

const source = { timezone: 'UTC', currency: 'EUR', rotator: { id: 'rotator', name: 'Rotator' } };
const subject = { source, campaign: undefined } as unknown as EvaluationSubject;

it('buildEvaluatedVisit treats an unknown location as missing, but keeps the text “unknown” in other fields', () => {
  const visitor = { country: 'unknown', city: 'unknown', referrer: 'unknown' } as const;
  const { facts } = buildEvaluatedVisit(subject, { visitor, derived: { country: 'DE' } }, new Date(0));
  expect([facts.value('country'), facts.value('city'), facts.value('referrer')]).toEqual([
    undefined,
    undefined,
    'unknown',
  ]);
});
