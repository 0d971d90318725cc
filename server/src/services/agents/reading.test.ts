import { expect, it } from 'vitest';
import * as reading from './reading.ts';

// A name that does not say that it reads has to be looked at by somebody, and named here with the reason.
const alsoReading: Record<string, string> = {
  explainVisit: 'evaluates rules against a recorded visit; writes nothing',
  dryRunRules: 'runs rules over recorded visits; writes nothing',
};

it('offers tools of agents nothing but what reads', () => {
  const others = Object.keys(reading).filter((name) => !/^(?:get|list)[A-Z]/.test(name));
  expect(others).toEqual(Object.keys(alsoReading));
});
