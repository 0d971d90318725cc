import { Option } from 'commander';
import { describeError, WaypostError } from '../platform/errors.ts';
import { exitCodes, OperatorError } from '../platform/operator-error.ts';

export type Output = { json?: boolean | undefined; only?: string | undefined };

/** Prints the result as JSON on the last line of standard output, as a single field, or as `lines` of text. */
export function printResult({ json, only }: Output, result: unknown, lines: string[]): void {
  const shown =
    json === true ? [JSON.stringify(result)] : only === undefined ? lines : pickField(result, only);
  process.stdout.write(shown.map((line) => `${line}\n`).join(''));
}

/**
 * Creates the `--only` option. Its choices are the fields, so that an unknown field is rejected before the command does
 * anything.
 */
export function onlyOption(fields: readonly string[]): Option {
  return new Option('--only <field>', 'print only this field of the result')
    .choices(fields)
    .conflicts('json');
}

function pickField(result: unknown, field: string): string[] {
  const rows = (Array.isArray(result) ? result : [result]) as Record<string, unknown>[];
  return rows.map((row) => {
    const value = row[field];
    return value instanceof Date ? value.toISOString() : String(value);
  });
}

export function reportFailure(error: unknown, json: boolean): number {
  const { code, exitCode } = classify(error);
  process.stderr.write(`waypost: ${describeError(error)}\n`);
  if (exitCode === exitCodes.unexpected && error instanceof Error)
    process.stderr.write(`${error.stack ?? ''}\n`);
  if (json) {
    const details = error instanceof WaypostError ? error.details : {};
    process.stdout.write(`${JSON.stringify({ error: { code, message: describeError(error), details } })}\n`);
  }
  return exitCode;
}

function classify(error: unknown): { code: string; exitCode: number } {
  if (error instanceof OperatorError) return { code: error.reason, exitCode: error.exitCode };
  if (!(error instanceof WaypostError)) return { code: 'unexpected', exitCode: exitCodes.unexpected };
  return {
    code: error.code,
    // If a query was rejected as too heavy, the engine is still available.
    exitCode:
      error.code === 'SERVICE_UNAVAILABLE' && error.details['reason'] !== 'too-heavy'
        ? exitCodes.engineUnavailable
        : exitCodes.refused,
  };
}

export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

export function formatTable(header: string[], rows: string[][]): string[] {
  const all = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
