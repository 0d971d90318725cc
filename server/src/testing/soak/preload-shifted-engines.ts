// Node loads this module before each process of an installation whose clock is shifted. The supervisor starts the engines
// with a minimal environment, so the variables of the shifted clock are added here.
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

const { LD_PRELOAD, TEST_SHIFTED_CLOCK } = process.env;
const realSpawn = childProcess.spawn as (...args: unknown[]) => unknown;

Object.assign(childProcess, {
  spawn: (command: string, args: readonly string[], options: { env?: NodeJS.ProcessEnv } = {}) => {
    const env = { ...(options.env ?? process.env), LD_PRELOAD, TEST_SHIFTED_CLOCK };
    return realSpawn(command, args, { ...options, env });
  },
});
syncBuiltinESMExports();
