import { findPostgresBinaries } from '../server/src/engines/binaries.ts';
import { OperatorError } from '../server/src/platform/operator-error.ts';

try {
  findPostgresBinaries();
} catch (error) {
  // An installation on an unsupported platform uses an external PostgreSQL server, so there are no libraries to link.
  if (!(error instanceof OperatorError && error.reason === 'unsupportedPlatform')) throw error;
}
