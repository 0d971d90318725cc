import { statSync } from 'node:fs';
import { describeError, systemCode } from '../platform/errors.ts';
import { OperatorError } from '../platform/operator-error.ts';

export function explainDirectoryFailure(path: string, error: unknown): OperatorError {
  const reasons: Record<string, string> = {
    EACCES: `Cannot write to the data directory ${path}. ${ownerHint(path)}`,
    EPERM: `Cannot write to the data directory ${path}. ${ownerHint(path)}`,
    EROFS: `The data directory ${path} is on a read-only file system. Set WAYPOST_DATA_DIR to another directory.`,
    ENOSPC: `The disk that contains ${path} is full. Free some space, or set WAYPOST_DATA_DIR to another disk.`,
    EDQUOT: `The disk quota for ${path} is exceeded. Free some space, or set WAYPOST_DATA_DIR to another disk.`,
    ENOTDIR: `Failed to create the data directory ${path}: part of the path is a file.`,
    EEXIST: `Failed to create the data directory ${path}: the path is a file.`,
  };
  const message =
    reasons[systemCode(error) ?? ''] ?? `Failed to open the data directory ${path}: ${describeError(error)}.`;
  return new OperatorError('dataDirectory', message, { cause: error });
}

function ownerHint(path: string): string {
  const user = process.getuid?.();
  try {
    const owner = statSync(path).uid;
    if (owner === user) return 'Make it writable for its owner, or set WAYPOST_DATA_DIR.';
    return `It belongs to user ${owner}, but Waypost runs as user ${user}. Change the owner, or set WAYPOST_DATA_DIR.`;
  } catch {
    return `Waypost runs as user ${user}, which may not create it. Create it for that user, or set WAYPOST_DATA_DIR.`;
  }
}
