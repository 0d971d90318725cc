import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileCache } from '../config/environment.ts';
import { version } from '../platform/version.ts';

// A version of Waypost that is ready to run. Processes keep using its folder for as long as they run.
export type Program = {
  version: string;
  root: string;
  runtime: string;
  main: string;
  compileCache: string | undefined;
};

export function ownProgram(): Program {
  return {
    version,
    root: resolve(fileURLToPath(new URL('../../..', import.meta.url))),
    runtime: process.execPath,
    main: process.argv[1] ?? '',
    compileCache: compileCache(),
  };
}
