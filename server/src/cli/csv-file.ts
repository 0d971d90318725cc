import { closeSync, createReadStream, openSync, writeSync } from 'node:fs';
import type { UploadProblem, UploadReport } from '../services/uploads/upload-progress.ts';
import { describeError } from '../platform/errors.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { countOf } from './output.ts';

const chunkBytes = 256 * 1_024;

/** Streams the text of a file, or of standard input for `-`. */
export async function* readCsvFile(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const stream = path === '-' ? process.stdin : createReadStream(path, { highWaterMark: chunkBytes });
  try {
    for await (const chunk of stream) yield decoder.decode(chunk as Buffer, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (error instanceof TypeError)
      throw new OperatorError('refused', `${path} is not UTF-8. Save it as CSV in UTF-8.`, { cause: error });
    throw new OperatorError('refused', `Failed to read ${path}: ${describeError(error)}`, { cause: error });
  }
}

class RejectedLinesFile {
  readonly #file: number;

  constructor(path: string) {
    try {
      this.#file = openSync(path, 'w');
    } catch (error) {
      throw new OperatorError('refused', `Failed to write ${path}: ${describeError(error)}`, {
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

const progressIntervalMs = 1_000;

/** Runs an upload with progress on standard error. Rejected lines go to the report file or to standard output. */
export async function runUploadWithProgress<Result>(
  options: { json?: boolean | undefined; report?: string | undefined },
  upload: (listener: {
    onProgress: (lines: number) => void;
    onProblem: (problem: UploadProblem) => void;
  }) => Promise<Result>,
): Promise<Result> {
  const file = options.report === undefined ? undefined : new RejectedLinesFile(options.report);
  let reportedAt = performance.now();
  try {
    return await upload({
      onProgress: (lines) => {
        if (performance.now() - reportedAt < progressIntervalMs) return;
        reportedAt = performance.now();
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
  return [`${countOf(lines, 'line')}, ${taken} ${dryRun ? 'would be imported' : 'imported'}.`, ...each];
}
