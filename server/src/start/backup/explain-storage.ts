import { isNetworkError } from '../../platform/object-storage/s3-client.ts';
import { S3Error } from '../../platform/object-storage/s3-error.ts';
import { describeError } from '../../platform/errors.ts';
import { OperatorError } from '../../platform/operator-error.ts';

const keyCodes = new Set(['AccessDenied', 'InvalidAccessKeyId', 'SignatureDoesNotMatch']);
const regionCodes = new Set(['AuthorizationHeaderMalformed', 'PermanentRedirect', 'TemporaryRedirect']);

// Wraps functions that use the object storage, so that their errors say what to do.
export function explainStorage(address: string) {
  return <Arguments extends unknown[], Result>(work: (...values: Arguments) => Promise<Result>) =>
    async (...values: Arguments): Promise<Result> => {
      try {
        return await work(...values);
      } catch (error) {
        const advice = advise(error);
        if (advice === undefined) throw error;
        const message = `The object storage of ${address} cannot be used: ${describeError(error)} ${advice}`;
        throw new OperatorError('refused', message, { cause: error });
      }
    };
}

function advise(error: unknown): string | undefined {
  if (isNetworkError(error)) return 'Check WAYPOST_BACKUP_S3_ENDPOINT and the network.';
  if (!(error instanceof S3Error)) return undefined;
  const { code, region } = error;
  if (code === 'RequestTimeTooSkewed') return 'Set the clock of this machine, for example with NTP.';
  if (code === 'NoSuchBucket') return 'Create the bucket, or correct its name.';
  if (keyCodes.has(code))
    return 'Check WAYPOST_BACKUP_S3_ACCESS_KEY_ID, WAYPOST_BACKUP_S3_SECRET_ACCESS_KEY, and the permissions of that key.';
  if (regionCodes.has(code) || region !== undefined)
    return `Set WAYPOST_BACKUP_S3_REGION and WAYPOST_BACKUP_S3_ENDPOINT to the bucket's region${region === undefined ? '' : ` (${region})`}.`;
  return 'Try again later.';
}
