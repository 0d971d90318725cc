import { describeError, WaypostError } from '../platform/errors.ts';
import { exitCodes, OperatorError } from '../platform/operator-error.ts';

/** For scripts: one JSON document as the last line of standard output. For people: lines of text. */
export function printResult(options: { json?: boolean | undefined }, result: unknown, lines: string[]): void {
  process.stdout.write(
    options.json === true ? `${JSON.stringify(result)}\n` : lines.map((line) => `${line}\n`).join(''),
  );
}

/** Says what went wrong in one sentence and returns the exit code for it. */
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
    // What asks for too much is refused by an engine that is there.
    exitCode:
      error.code === 'SERVICE_UNAVAILABLE' && error.details['reason'] !== 'too-heavy'
        ? exitCodes.engineUnavailable
        : exitCodes.refused,
  };
}

/** Columns as wide as their widest cell. */
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
