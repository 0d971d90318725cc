import { describe, expect, it } from 'vitest';
import { parseFormula } from './parse-formula.ts';

function problemOf(text: string): string | undefined {
  const reading = parseFormula(text);
  return 'problem' in reading ? reading.problem : undefined;
}

const metric = (id: string) => ({ type: 'metric', id });
const operation = (operator: string, left: object, right: object) => ({
  type: 'operation',
  operator,
  left,
  right,
});

describe('parseFormula', () => {
  it('applies * and / before + and -, from left to right', () => {
    expect(parseFormula('cost - revenue / visits - 1')).toEqual({
      formula: operation(
        '-',
        operation('-', metric('cost'), operation('/', metric('revenue'), metric('visits'))),
        { type: 'number', units: 1_000_000_000_000n },
      ),
      metrics: ['cost', 'revenue', 'visits'],
    });
  });

  it('reads parentheses, minus signs and decimals, with or without spaces', () => {
    expect(parseFormula(' -( cost+cost )*0.5')).toEqual({
      formula: operation(
        '*',
        { type: 'negation', of: operation('+', metric('cost'), metric('cost')) },
        { type: 'number', units: 500_000_000_000n },
      ),
      metrics: ['cost'],
    });
  });

  it.each([
    ['revnue / visits', 'Unknown metric "revnue" at character 1. Did you mean revenue?'],
    ['cost / LPClicks', 'Unknown metric "LPClicks" at character 8. Did you mean lpclicks?'],
    ['cost / banana', 'Unknown metric "banana" at character 8.'],
    ['cost / constructor', 'Unknown metric "constructor" at character 8.'],
    ['cost /', 'Incomplete at character 7: a value is missing'],
    ['', 'Incomplete at character 1: a value is missing'],
    ['cost % visits', 'Unexpected "%" at character 6'],
    ['cost 🙂', 'Unexpected "🙂" at character 6'],
    ['cost visits', 'Unexpected "visits" at character 6'],
    ['cost)', 'Unexpected ")" at character 5'],
    ['* cost', 'Unexpected "*" at character 1'],
    ['(cost + 1', 'Missing ) for the ( at character 1'],
    ['(cost 1)', 'Unexpected "1" at character 7: expected an operator or )'],
    [
      '1.2.3 * cost',
      '"1.2.3" at character 1 is not a number with at most 15 digits before and 12 after the decimal point',
    ],
    ['2 + 2', 'must use at least one metric'],
    [`${'('.repeat(21)}cost${')'.repeat(21)}`, 'Nested too deeply at character 21: at most 20 levels'],
    [`${'-'.repeat(21)}cost`, 'Nested too deeply at character 21: at most 20 levels'],
  ])('explains %j', (text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });

  it('allows the maximum depth more than once', () => {
    const deep = `${'('.repeat(20)}cost${')'.repeat(20)}`;
    expect(problemOf(`${deep} + ${deep}`)).toBeUndefined();
  });
});
