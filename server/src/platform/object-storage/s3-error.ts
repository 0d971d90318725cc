import { readText } from './read-xml.ts';

// A response that reports an error. `code` is the one in the XML of the response, such as `AccessDenied`.
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;
  // The region that the bucket is in, if the storage says so.
  readonly region: string | undefined;

  constructor(status: number, body: string, headers: Readonly<Record<string, unknown>> = {}) {
    const code = readText(body, 'Code') ?? defaultCodes[status] ?? `status ${status}`;
    super(`${code}: ${readText(body, 'Message') ?? 'no message'}`);
    this.name = 'S3Error';
    this.status = status;
    this.code = code;
    const region = readText(body, 'Region') ?? headers['x-amz-bucket-region'];
    this.region = typeof region === 'string' ? region : undefined;
  }

  get isTemporary(): boolean {
    if (this.code === 'NotImplemented') return false;
    return this.status >= 500 || this.status === 429 || temporaryCodes.has(this.code);
  }
}

// Responses to HEAD have no body.
const defaultCodes: Record<number, string> = { 403: 'AccessDenied', 404: 'NoSuchKey' };
const temporaryCodes = new Set([
  'InternalError',
  'OperationAborted',
  'RequestTimeout',
  'ServiceUnavailable',
  'SlowDown',
]);
