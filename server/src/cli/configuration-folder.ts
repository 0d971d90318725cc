import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describeError, systemCode } from '../platform/errors.ts';
import { writeFileAtomically } from '../platform/json-file.ts';
import { makeDirectory } from '../platform/make-directory.ts';
import { OperatorError } from '../platform/operator-error.ts';

// Every export contains this file. A folder that is not empty may be overwritten only if it contains this file.
const markerFile = 'waypost.yaml';

export function requireFolderForExport(folder: string): void {
  const names = listFolder(folder) ?? [];
  if (names.length > 0 && !names.includes(markerFile))
    throw new OperatorError(
      'refused',
      `${folder} is not empty and is not an earlier export (it has no ${markerFile}). Choose another folder.`,
    );
}

/** Writes each file atomically and the marker file last, so that an interrupted export cannot be imported. */
export function writeConfigurationFolder(folder: string, files: ReadonlyMap<string, string>): void {
  try {
    makeDirectory(resolve(folder));
    const names = [...files.keys()].toSorted((a, b) => Number(a === markerFile) - Number(b === markerFile));
    // Other users may read these files, because they are meant for version control.
    for (const name of names) writeFileAtomically(join(folder, name), files.get(name) ?? '');
  } catch (error) {
    throw new OperatorError('refused', `Failed to write ${folder}: ${describeError(error)}`, {
      cause: error,
    });
  }
}

export function readConfigurationFolder(folder: string): Map<string, Uint8Array> {
  const names = listFolder(folder);
  if (names === undefined) throw new OperatorError('refused', `Folder ${folder} not found.`);
  if (!existsSync(join(folder, markerFile)))
    throw new OperatorError(
      'refused',
      `${folder} is not an exported configuration: it has no ${markerFile}.`,
    );
  try {
    return new Map(
      names
        .filter((name) => /\.ya?ml$/i.test(name) && !name.startsWith('.'))
        .toSorted()
        .map((name) => [name, readFileSync(join(folder, name))]),
    );
  } catch (error) {
    throw new OperatorError('refused', `Failed to read ${folder}: ${describeError(error)}`, { cause: error });
  }
}

function listFolder(folder: string): string[] | undefined {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw new OperatorError('refused', `Failed to read ${folder}: ${describeError(error)}`, { cause: error });
  }
}
