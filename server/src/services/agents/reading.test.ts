import { expect, it } from 'vitest';
import * as reading from './reading.ts';

// Exported functions that only read, even though their names do not say so, each with a reason.
const alsoReading: Record<string, string> = {
  explainVisit: 'evaluates rules against a recorded visit; writes nothing',
  dryRunRules: 'runs rules over recorded visits; writes nothing',
};

it('agent tools can call only get and list functions and the listed exceptions', () => {
  const others = Object.keys(reading).filter((name) => !/^(?:get|list)[A-Z]/.test(name));
  expect(others).toEqual(Object.keys(alsoReading));
});
