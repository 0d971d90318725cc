import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describeError, systemCode } from '../platform/errors.ts';
import { writeWholeFile } from '../platform/json-file.ts';
import { makeDirectory } from '../platform/make-directory.ts';
import { OperatorError } from '../platform/operator-error.ts';

/** Every export has it, and says by it that the folder may be written over. */
const mark = 'waypost.yaml';

/** Refuses a folder that holds something else, before anything is read for it. */
export function requireFolderForExport(folder: string): void {
  const names = listFolder(folder) ?? [];
  if (names.length > 0 && !names.includes(mark))
    throw new OperatorError(
      'refused',
      `${folder} is not empty and no earlier export (it has no ${mark}): choose another folder`,
    );
}

/** Each file whole or not at all; the marked one last, so that a half-written folder is none that can be imported. */
export function writeConfigurationFolder(folder: string, files: ReadonlyMap<string, string>): void {
  try {
    makeDirectory(resolve(folder));
    const names = [...files.keys()].toSorted((one, other) => Number(one === mark) - Number(other === mark));
    // Readable by others: these files are meant to be kept under version control.
    for (const name of names) writeWholeFile(join(folder, name), files.get(name) ?? '');
  } catch (error) {
    throw new OperatorError('refused', `${folder} cannot be written: ${describeError(error)}`, {
      cause: error,
    });
  }
}

/** The YAML files of a folder; whatever else lies there, such as a README, is no part of the configuration. */
export function readConfigurationFolder(folder: string): Map<string, Uint8Array> {
  const names = listFolder(folder);
  if (names === undefined) throw new OperatorError('refused', `there is no folder ${folder}`);
  if (!existsSync(join(folder, mark)))
    throw new OperatorError('refused', `${folder} is no exported configuration: it has no ${mark}`);
  try {
    return new Map(
      names
        .filter((name) => /\.ya?ml$/i.test(name) && !name.startsWith('.'))
        .toSorted()
        .map((name) => [name, readFileSync(join(folder, name))]),
    );
  } catch (error) {
    throw new OperatorError('refused', `${folder} cannot be read: ${describeError(error)}`, { cause: error });
  }
}

/** Undefined where there is no such folder. */
function listFolder(folder: string): string[] | undefined {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw new OperatorError('refused', `${folder} cannot be read: ${describeError(error)}`, { cause: error });
  }
}
