import { test, type TestContext } from 'vitest';

const isFull = process.env['FULL_CHECKS'] === '1';

/** Returns the number of repetitions: few in `npm test`, many in `npm run test:full`. */
export function rounds(short: number, full: number): number {
  return isFull ? full : short;
}

/** Defines a test that runs only in `npm run test:full`. `npm test` reports the test as skipped. */
export function fullTest(name: string, body: (context: TestContext) => Promise<void>): void {
  test(name, isFull ? body : notRun);
}

export function notRun({ skip }: TestContext): void {
  skip('only runs in `npm run test:full`');
}
