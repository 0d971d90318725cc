import { customMetricLimits } from '@waypost/contract/reports/custom-metric-ids.ts';
import { isMetricId, metricIds, type MetricId } from '@waypost/contract/reports/report-metrics.ts';
import { countSlips } from '../macros/nearest-macro.ts';
import { toUnits } from '../money/decimal.ts';

// Formula of a custom metric. Numbers are in units of 10^-12.
export type Formula =
  | { type: 'number'; units: bigint }
  | { type: 'metric'; id: MetricId }
  | { type: 'negation'; of: Formula }
  | { type: 'operation'; operator: Operator; left: Formula; right: Formula };
type Operator = '+' | '-' | '*' | '/';

type FormulaReading = { formula: Formula; metrics: MetricId[] } | { problem: string };

type Token = { kind: 'number' | 'name' | 'sign'; text: string; at: number };

class FormulaProblem extends Error {}

// Parses a formula. A problem names the position of its first character, counted from 1.
export function parseFormula(text: string): FormulaReading {
  try {
    const formula = new Parser(readTokens(text), text.length + 1).parse();
    const metrics = listMetrics(formula);
    return metrics.length === 0 ? { problem: 'must use at least one metric' } : { formula, metrics };
  } catch (error) {
    if (error instanceof FormulaProblem) return { problem: error.message };
    throw error;
  }
}

function listMetrics(formula: Formula): MetricId[] {
  if (formula.type === 'metric') return [formula.id];
  if (formula.type === 'negation') return listMetrics(formula.of);
  if (formula.type === 'number') return [];
  return [...new Set([...listMetrics(formula.left), ...listMetrics(formula.right)])];
}

const tokenForm = /\s*(?:(?<number>\d[\d.]*)|(?<name>[a-z_]\w*)|(?<sign>[-+*/()]))\s*/iy;

function readTokens(text: string): Token[] {
  const tokens: Token[] = [];
  tokenForm.lastIndex = 0;
  while (tokenForm.lastIndex < text.length) {
    const start = tokenForm.lastIndex;
    const groups = tokenForm.exec(text)?.groups;
    if (groups === undefined) throw unexpected(text, start);
    const [kind, found] = Object.entries(groups).find(([, value]) => value !== undefined) ?? ['sign', ''];
    tokens.push({ kind: kind as Token['kind'], text: found, at: text.indexOf(found, start) + 1 });
  }
  return tokens;
}

function unexpected(text: string, start: number): FormulaProblem {
  const at = start + text.slice(start).search(/\S|$/);
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return new FormulaProblem(`Unexpected "${character}" at character ${at + 1}`);
}

// Recursive descent. Each method consumes the tokens of one grammar rule.
class Parser {
  readonly #tokens: readonly Token[];
  readonly #end: number;
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], end: number) {
    this.#tokens = tokens;
    this.#end = end;
  }

  parse(): Formula {
    const formula = this.#sum();
    const rest = this.#tokens[this.#next];
    if (rest !== undefined) throw new FormulaProblem(`Unexpected "${rest.text}" at character ${rest.at}`);
    return formula;
  }

  #sum(): Formula {
    return this.#chain(['+', '-'], () => this.#product());
  }

  #product(): Formula {
    return this.#chain(['*', '/'], () => this.#factor());
  }

  #chain(operators: readonly Operator[], readPart: () => Formula): Formula {
    let left = readPart();
    for (;;) {
      const operator = operators.find((one) => this.#isSign(one));
      if (operator === undefined) return left;
      this.#next += 1;
      left = { type: 'operation', operator, left, right: readPart() };
    }
  }

  #factor(): Formula {
    const token = this.#tokens[this.#next];
    if (token === undefined)
      throw new FormulaProblem(`Incomplete at character ${this.#end}: a value is missing`);
    this.#next += 1;
    if (token.kind === 'number') return { type: 'number', units: readNumber(token) };
    if (token.kind === 'name') return { type: 'metric', id: readMetric(token) };
    if (token.text === '-') return this.#nested(token, () => ({ type: 'negation', of: this.#factor() }));
    if (token.text !== '(') throw new FormulaProblem(`Unexpected "${token.text}" at character ${token.at}`);
    return this.#nested(token, () => {
      const inner = this.#sum();
      if (!this.#isSign(')')) throw this.#unclosed(token);
      this.#next += 1;
      return inner;
    });
  }

  // Limits the recursion, so that no formula exhausts the stack.
  #nested(token: Token, read: () => Formula): Formula {
    this.#depth += 1;
    if (this.#depth > customMetricLimits.depth)
      throw new FormulaProblem(
        `Nested too deeply at character ${token.at}: at most ${customMetricLimits.depth} levels`,
      );
    const formula = read();
    this.#depth -= 1;
    return formula;
  }

  #unclosed(open: Token): FormulaProblem {
    const token = this.#tokens[this.#next];
    return new FormulaProblem(
      token === undefined
        ? `Missing ) for the ( at character ${open.at}`
        : `Unexpected "${token.text}" at character ${token.at}: expected an operator or )`,
    );
  }

  #isSign(text: string): boolean {
    const token = this.#tokens[this.#next];
    return token?.kind === 'sign' && token.text === text;
  }
}

function readNumber({ text, at }: Token): bigint {
  if (!/^\d{1,15}(?:\.\d{1,12})?$/.test(text))
    throw new FormulaProblem(
      `"${text}" at character ${at} is not a number with at most 15 digits before and 12 after the decimal point`,
    );
  return toUnits(text);
}

function readMetric({ text, at }: Token): MetricId {
  if (isMetricId(text)) return text;
  const nearest = nearestMetric(text);
  throw new FormulaProblem(
    `Unknown metric "${text}" at character ${at}.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`,
  );
}

function nearestMetric(text: string): MetricId | undefined {
  const written = text.toLowerCase().replaceAll('_', '');
  // A short name with two typos could be any other name.
  const slipsMax = written.length < 4 ? 1 : 2;
  const slips = metricIds.map((id) => ({ id, count: countSlips(written, id.toLowerCase()) }));
  const best = slips.reduce((least, one) => (one.count < least.count ? one : least));
  return best.count <= slipsMax ? best.id : undefined;
}
