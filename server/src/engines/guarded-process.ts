import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';

export type GuardedProcess = {
  child: ChildProcess;
  pid: number;
  exited: Promise<string>;
  /** Closes the pipe on the process's standard input, which makes the process shut down. */
  closePipe: () => void;
};

const stderrTailLength = 2_000;

/**
 * Starts an engine in a separate process group, so that Ctrl-C does not reach it. The pipe on its standard input closes
 * when this process ends for any reason, which tells the engine to shut down.
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
    tail = (tail + text).slice(-stderrTailLength);
  });
  child.stdin?.on('error', () => undefined);
  const lastLines = () => tail.trim().split('\n').slice(-4).join(' | ');
  const exited = new Promise<string>((resolve) => {
    // The event is `exit` and not `close`, because child processes of the engine may keep the pipe open.
    child.once('exit', (code, signal) => {
      const how = signal === null ? `exit code ${code}` : `signal ${signal}`;
      resolve(tail === '' ? how : `${how}: ${lastLines()}`);
    });
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', () => {
      const pid = child.pid;
      if (pid === undefined) return reject(new Error(`${command} has no process ID`));
      resolve({ child, pid, exited, closePipe: () => child.stdin?.end() });
    });
  });
}
