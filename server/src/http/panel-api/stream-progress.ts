import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { UploadListener } from '../../services/uploads/upload-progress.ts';

export const progressType = 'application/x-ndjson';

/** One line of what is told while something long goes on. */
export type ProgressStep = Readonly<Record<string, unknown>>;

/**
 * Answers line by line, each of them JSON: what is told on the way, and last what would be the whole answer otherwise.
 * A mistake that comes before the first line gets an answer of its own; what goes wrong later breaks the connection, and
 * never looks like an end.
 */
export async function streamProgress(
  reply: FastifyReply,
  run: (tell: (step: ProgressStep) => void) => Promise<unknown>,
): Promise<FastifyReply> {
  const lines = new PassThrough();
  const begun = Promise.withResolvers<void>();
  const tell = (step: ProgressStep) => {
    lines.write(`${JSON.stringify(step)}\n`);
    begun.resolve();
  };
  const finish = async () => {
    try {
      tell({ ok: true, data: await run(tell) });
      lines.end();
    } catch (error) {
      begun.reject(error);
      lines.destroy(error as Error);
    }
  };
  // Before the first line nobody listens to the stream yet.
  lines.on('error', () => undefined);
  void finish();
  await begun.promise;
  return await reply.type(progressType).send(lines);
}

/** What an upload tells its caller, where that one wants to hear it. */
export function listenerOf(tell: ((step: ProgressStep) => void) | undefined): UploadListener {
  if (tell === undefined) return {};
  return {
    onProgress: (lines) => tell({ progress: { lines } }),
    onProblem: (problem) => tell({ problem }),
  };
}
