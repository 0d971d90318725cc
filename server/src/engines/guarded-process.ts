import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';

export type GuardedProcess = {
  child: ChildProcess;
  pid: number;
  exited: Promise<string>;
  /** Closes the pipe that the process watches: it ends in its own orderly way. */
  letGo: () => void;
};

const lastWordsCharactersMax = 2_000;

/**
 * Starts an engine in a process group of its own, so that Ctrl-C does not reach it, with a pipe on its standard input
 * that closes when this process is gone, however it ended: that is the engine's signal to end too.
 */
export function spawnGuarded(
  command: string,
  args: string[],
  options: {
    uid?: number;
    gid?: number;
    cwd: string;
    env: NodeJS.ProcessEnv;
    inheritedDescriptors?: number[];
  },
): Promise<GuardedProcess> {
  const stdio: StdioOptions = ['pipe', 'ignore', 'pipe', ...(options.inheritedDescriptors ?? [])];
  const { uid, gid, cwd, env } = options;
  const child = spawn(command, args, {
    cwd,
    env,
    stdio,
    detached: true,
    ...(uid === undefined ? {} : { uid, gid }),
  });
  let tail = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-lastWordsCharactersMax);
  });
  child.stdin?.on('error', () => undefined);
  const lastWords = () => tail.trim().split('\n').slice(-4).join(' | ');
  const exited = new Promise<string>((resolve) => {
    // Not `close`: what it leaves behind may hold the pipe for as long as it likes.
    child.once('exit', (code, signal) => {
      const how = signal === null ? `exit code ${code}` : `signal ${signal}`;
      resolve(tail === '' ? how : `${how}: ${lastWords()}`);
    });
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', () => {
      const pid = child.pid;
      if (pid === undefined) return reject(new Error(`${command} has no process id`));
      resolve({ child, pid, exited, letGo: () => child.stdin?.end() });
    });
  });
}
