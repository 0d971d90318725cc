import { closeSync, createReadStream, openSync, writeSync } from 'node:fs';
import type { UploadProblem, UploadReport } from '../services/uploads/upload-progress.ts';
import { describeError } from '../platform/errors.ts';
import { OperatorError } from '../platform/operator-error.ts';

const pieceBytes = 256 * 1_024;

/** The text of a file, or of standard input for `-`, piece by piece: however large it is. */
export async function* readCsvFile(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const stream = path === '-' ? process.stdin : createReadStream(path, { highWaterMark: pieceBytes });
  try {
    for await (const piece of stream) yield decoder.decode(piece as Buffer, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (error instanceof TypeError)
      throw new OperatorError('refused', `${path} is not UTF-8: save it as CSV in UTF-8.`, { cause: error });
    throw new OperatorError('refused', `${path} cannot be read: ${describeError(error)}`, { cause: error });
  }
}

/** Writes every line that was not taken into a file of its own, as they come. */
class ProblemFile {
  readonly #file: number;

  constructor(path: string) {
    try {
      this.#file = openSync(path, 'w');
    } catch (error) {
      throw new OperatorError('refused', `${path} cannot be written: ${describeError(error)}`, {
        cause: error,
      });
    }
    writeSync(this.#file, 'line,verdict,message\n');
  }

  add({ line, verdict, message }: UploadProblem): void {
    writeSync(this.#file, `${line},${verdict},"${message.replaceAll('"', '""')}"\n`);
  }

  close(): void {
    closeSync(this.#file);
  }
}

const tellEveryMs = 1_000;

/** What a command says while it reads a file: progress on standard error, refused lines where people read them. */
export async function listenToUpload<Result>(
  options: { json?: boolean | undefined; report?: string | undefined },
  upload: (listener: {
    onProgress: (lines: number) => void;
    onProblem: (problem: UploadProblem) => void;
  }) => Promise<Result>,
): Promise<Result> {
  const file = options.report === undefined ? undefined : new ProblemFile(options.report);
  let toldAt = performance.now();
  try {
    return await upload({
      onProgress: (lines) => {
        if (performance.now() - toldAt < tellEveryMs) return;
        toldAt = performance.now();
        process.stderr.write(`${lines} lines\n`);
      },
      onProblem: (problem) => {
        file?.add(problem);
        if (file === undefined && options.json !== true)
          process.stdout.write(`line ${problem.line}: ${problem.message} (${problem.verdict})\n`);
      },
    });
  } finally {
    file?.close();
  }
}

export function describeUpload({ dryRun, lines, taken, counts }: UploadReport): string[] {
  const each = Object.entries(counts).map(([verdict, count]) => `  ${verdict}: ${count}`);
  return [`${lines} lines, ${taken} ${dryRun ? 'would be taken' : 'taken'}.`, ...each];
}
