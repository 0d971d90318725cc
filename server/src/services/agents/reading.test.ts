import { expect, it } from 'vitest';
import * as reading from './reading.ts';

// Exports that only read although their names do not show it, each with a reason.
const alsoReading: Record<string, string> = {
  explainVisit: 'evaluates rules against a recorded visit; writes nothing',
  dryRunRules: 'runs rules over recorded visits; writes nothing',
};

it('agent tools can call only functions that read', () => {
  const others = Object.keys(reading).filter((name) => !/^(?:get|list)[A-Z]/.test(name));
  expect(others).toEqual(Object.keys(alsoReading));
});
