import type { ErrorExample } from '../api-v1/operation.ts';

export const plain = (message: string): ErrorExample => ({ message, details: {} });

/** What every API can answer. */
export const commonErrors = {
  PAYLOAD_TOO_LARGE: { tooLarge: plain('the request body is too large') },
  INTERNAL_ERROR: { fault: plain('something went wrong on our side; the request id finds it in the logs') },
  SERVICE_UNAVAILABLE: { databaseAway: plain('the database does not answer') },
};
