import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { pollUntil } from '../poll-until.ts';
import { hangLimitMs } from '../hang-limit.ts';

const file = fileURLToPath(new URL('writer-process.ts', import.meta.url));

export type SpoolWriterProcess = {
  process: ChildProcess;
  kept: () => string[];
  exited: Promise<void>;
};

type WriterStart = { directory: string; workspaceId: string; sync?: 'on' | 'off'; url?: string };

export async function startSpoolWriter(start: WriterStart): Promise<SpoolWriterProcess> {
  const { directory, workspaceId, sync = 'on', url } = start;
  const args = [file, directory, workspaceId, sync, ...(url === undefined ? [] : [url])];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  // The last line may be incomplete.
  const kept = () => output.split('\n').slice(0, -1);
  const isWorking = await pollUntil(
    () => (kept().length > 0 ? true : child.exitCode === null ? undefined : false),
    { timeoutMs: hangLimitMs, intervalMs: 2 },
  );
  if (isWorking !== true) {
    child.kill('SIGKILL');
    throw new Error(`the writer process kept no visits: ${errors}`);
  }
  return { process: child, kept, exited };
}
