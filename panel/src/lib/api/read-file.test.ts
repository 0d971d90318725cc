import { afterEach, describe, expect, it, vi } from 'vitest';
import { readReportFile } from './read-file.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Answers with a body in the given chunks. The clock advances by `tickMs` whenever it is read. */
function answerWith(pieces: string[], { tickMs = 1_000, status = 200 } = {}) {
  let at = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (at += tickMs));
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const piece = pieces.shift();
      if (piece === undefined) controller.close();
      else controller.enqueue(new TextEncoder().encode(piece));
    },
  });
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response(stream, { status, headers: { 'content-type': 'text/csv' } })),
  );
}

async function read(): Promise<{ text: string; progress: number[] }> {
  const progress: number[] = [];
  const { signal } = new AbortController();
  const file = await readReportFile(
    'w1',
    { from: '2026-11-01', to: '2026-11-02' },
    {
      format: 'csv',
      signal,
      onLines: (lines) => progress.push(lines),
    },
  );
  return { text: await file.text(), progress };
}

describe('readReportFile', () => {
  it('returns the file unchanged and counts its lines, even if a chunk ends inside a line', async () => {
    answerWith(['a,b\n1,', '2\n3,4\n', '5,6\n']);
    expect(await read()).toEqual({ text: 'a,b\n1,2\n3,4\n5,6\n', progress: [1, 3, 4] });
  });

  it('counts lines in text with multibyte characters', async () => {
    answerWith(['äö,日本\n', '🚀\n']);
    expect(await read()).toEqual({ text: 'äö,日本\n🚀\n', progress: [1, 2] });
  });

  it('reports progress at most every 200 milliseconds', async () => {
    answerWith(
      Array.from({ length: 10 }, () => 'x\n'),
      { tickMs: 101 },
    );
    expect((await read()).progress.length).toBeLessThanOrEqual(5);
  });

  it('reports no progress for an error', async () => {
    answerWith(['{"ok":false}\n'], { status: 503 });
    await expect(read()).rejects.toThrow();
  });
});
