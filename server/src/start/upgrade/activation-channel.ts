import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../../platform/operator-error.ts';
import { pointTo, readLink, removeOtherReleases, type Layout } from './layout.ts';

// The new version runs as the owner of the data, while the releases may belong to root. Therefore the command that
// prepared the release changes the link and deletes releases when the new version asks for it.
type Request = { type: 'point'; to: string } | { type: 'remove'; kept: string[] };
type Answer = { removed: string[] };

type Activation = { folder: string; args: string[]; layout: Layout; dataDirectory: string };

// Runs the command of the new version, and returns its exit code.
export async function runActivation(options: Activation): Promise<number> {
  const { folder, args, layout, dataDirectory } = options;
  const command = join(folder, 'bin', 'waypost.mjs');
  const child = spawn(findRuntime(folder), [command, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    ...findOwner(dataDirectory),
  });
  child.on('message', (request: Request) => child.send(answer(request, layout), () => undefined));
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

// Repeats this command with more options as the owner of the data. Returns undefined if this process is the owner.
export async function repeatAsOwner(dataDirectory: string, options: string[]): Promise<number | undefined> {
  const owner = findOwner(dataDirectory);
  if (owner === undefined) return undefined;
  const args = [...process.argv.slice(1), ...options];
  const child = spawn(process.execPath, args, { stdio: 'inherit', ...owner });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

function findOwner(dataDirectory: string): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0 || !existsSync(dataDirectory)) return undefined;
  const { uid, gid } = statSync(dataDirectory);
  return uid === 0 ? undefined : { uid, gid };
}

function answer(request: Request, layout: Layout): Answer {
  if (request.type === 'remove') return { removed: removeOtherReleases(layout, request.kept) };
  if (readLink(layout) !== request.to) pointTo(layout, request.to);
  return { removed: [] };
}

export async function changeLink(to: string): Promise<void> {
  await ask({ type: 'point', to });
}

export async function removeReleases(kept: string[]): Promise<string[]> {
  return (await ask({ type: 'remove', kept })).removed;
}

async function ask(request: Request): Promise<Answer> {
  if (process.send === undefined)
    throw new OperatorError('usage', 'This option is only for `waypost upgrade` itself.');
  const done = new AbortController();
  const { signal } = done;
  const answered = once(process, 'message', { signal });
  const ended = once(process, 'disconnect', { signal });
  try {
    process.send(request);
    const result = await Promise.race([answered, ended]);
    if (result.length > 0) return result[0] as Answer;
    throw new OperatorError('refused', 'The command was interrupted. Run it again.');
  } finally {
    // Listeners would keep this process running.
    for (const waiting of [answered, ended]) waiting.catch(() => undefined);
    done.abort();
  }
}

const runtimeName = new RegExp(`^node-(?:bin-)?${process.platform}-${process.arch}$`);

// With another runtime, the command would start a process of its own, which has no channel.
function findRuntime(folder: string): string {
  const packages = join(folder, 'node_modules');
  const name = readdirSync(packages).find((one) => runtimeName.test(one));
  const runtime = join(packages, name ?? '', 'bin', 'node');
  return name !== undefined && existsSync(runtime) ? runtime : process.execPath;
}
