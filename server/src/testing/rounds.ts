import { test, type TestContext } from 'vitest';

const isFull = process.env['FULL_CHECKS'] === '1';

/** How often a fault is repeated: a few times in `npm test`, often in `npm run test:full`. */
export function rounds(short: number, full: number): number {
  return isFull ? full : short;
}

/** A further form of what other tests show already. `npm test` names it as not run. */
export function fullTest(name: string, body: (given: TestContext) => Promise<void>): void {
  test(name, isFull ? body : notRun);
}

export function notRun({ skip }: TestContext): void {
  skip('a further form, in `npm run test:full`');
}
