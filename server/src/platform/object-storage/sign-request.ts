import { createHash, createHmac } from 'node:crypto';

export type S3Credentials = { accessKeyId: string; secretAccessKey: string; region: string };

type UnsignedRequest = {
  method: string;
  // The path must be encoded with `encodeRfc3986`.
  url: URL;
  // All of them are signed, in addition to those that this function adds.
  headers: Readonly<Record<string, string>>;
  payloadSha256: string;
};

const algorithm = 'AWS4-HMAC-SHA256';

// Returns the headers of a request with AWS Signature Version 4.
export function signRequest(
  { method, url, headers, payloadSha256 }: UnsignedRequest,
  { accessKeyId, secretAccessKey, region }: S3Credentials,
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replaceAll(/[:-]|\.\d{3}/g, '');
  const date = time.slice(0, 8);
  const all: Record<string, string> = {
    ...headers,
    host: url.host,
    'x-amz-content-sha256': payloadSha256,
    'x-amz-date': time,
  };
  const names = Object.keys(all).toSorted();
  const signedHeaders = names.join(';');
  const canonicalRequest = [
    method,
    url.pathname,
    canonicalQuery(url),
    ...names.map((name) => `${name}:${(all[name] ?? '').trim()}`),
    '',
    signedHeaders,
    payloadSha256,
  ].join('\n');
  const scope = `${date}/${region}/s3/aws4_request`;
  const hash = createHash('sha256').update(canonicalRequest).digest('hex');
  const key = [date, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (parent, part) => createHmac('sha256', parent).update(part).digest(),
    `AWS4${secretAccessKey}`,
  );
  const signature = createHmac('sha256', key).update([algorithm, time, scope, hash].join('\n')).digest('hex');
  return {
    ...all,
    authorization: `${algorithm} Credential=${accessKeyId}/${scope},SignedHeaders=${signedHeaders},Signature=${signature}`,
  };
}

function canonicalQuery(url: URL): string {
  return [...url.searchParams]
    .map(([name, value]) => `${encodeRfc3986(name)}=${encodeRfc3986(value)}`)
    .toSorted()
    .join('&');
}

export function encodeRfc3986(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
