import { findPostgresBinaries } from '../server/src/engines/binaries.ts';
import { OperatorError } from '../server/src/platform/operator-error.ts';

try {
  findPostgresBinaries();
} catch (error) {
  // On an unsupported platform, an installation uses an external PostgreSQL server.
  if (!(error instanceof OperatorError && error.reason === 'unsupportedPlatform')) throw error;
}
