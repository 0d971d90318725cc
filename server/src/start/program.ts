import { dirname, resolve } from 'node:path';
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

// A folder that was chosen for all versions, such as the cache of the service, is also used by other versions.
export function chooseCompileCache({ compileCache: wanted }: Program): string | undefined {
  const { root, compileCache: own } = ownProgram();
  return own === undefined || own.startsWith(dirname(root)) ? wanted : own;
}

export function ownProgram(): Program {
  return {
    version,
    root: resolve(fileURLToPath(new URL('../../..', import.meta.url))),
    runtime: process.execPath,
    main: process.argv[1] ?? '',
    compileCache: compileCache(),
  };
}
