import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { signRequest } from '../../platform/object-storage/sign-request.ts';

type Answer =
  | { status: number; code: string; region?: string }
  | 'reset'
  | 'reset while responding'
  | 'response lost';
type Fault = { method: string; key: RegExp; answer: Answer };
type Stored = { content: Buffer; etag: string };
type Upload = { key: string; parts: Map<number, Stored> };
type Call = { request: IncomingMessage; url: URL; key: string; body: Buffer };

const maxSkewMs = 15 * 60_000;
const bucket = 'backups';
const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const md5 = (content: Buffer) => `"${createHash('md5').update(content).digest('hex')}"`;

class Refusal extends Error {
  readonly answer: Exclude<Answer, string>;
  constructor(status: number, code: string, region?: string) {
    super(code);
    this.answer = { status, code, ...(region === undefined ? {} : { region }) };
  }
}

// An S3-compatible server as the documentation of Amazon S3 describes it, with one bucket in memory.
export class FakeS3 {
  readonly objects = new Map<string, Stored>();
  readonly uploads = new Map<string, Upload>();
  readonly requests: string[] = [];
  readonly accessKeyId = 'AKIATEST';
  readonly secretAccessKey = 'a secret key for tests';
  readonly region = 'eu-test-1';
  pageSize = 1_000;
  clock = () => new Date();
  endpoint = '';
  // Requests for these keys are never answered.
  hold: RegExp | undefined;
  readonly held: string[] = [];
  readonly #faults: Fault[] = [];

  // Answers the next requests with errors, one for each answer.
  fail(method: string, key: RegExp, ...answers: Answer[]): void {
    this.#faults.push(...answers.map((answer) => ({ method, key, answer })));
  }

  get options() {
    const { endpoint, region, accessKeyId, secretAccessKey } = this;
    return { endpoint, region, accessKeyId, secretAccessKey, bucket, firstPauseMs: 1 };
  }

  get environment(): Record<string, string> {
    return {
      WAYPOST_BACKUP_S3_ENDPOINT: this.endpoint,
      WAYPOST_BACKUP_S3_REGION: this.region,
      WAYPOST_BACKUP_S3_ACCESS_KEY_ID: this.accessKeyId,
      WAYPOST_BACKUP_S3_SECRET_ACCESS_KEY: this.secretAccessKey,
    };
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', this.endpoint);
    const [, name = '', ...path] = url.pathname.split('/');
    const key = decodeURIComponent(path.join('/'));
    const method = request.method ?? '';
    this.requests.push(`${method} ${key}${url.search}`);
    const body = await buffer(request);
    if (this.hold?.test(key) === true) return void this.held.push(key);
    const at = this.#faults.findIndex(
      (fault) => fault.method === method && fault.key.test(`${key}${url.search}`),
    );
    const fault = at < 0 ? undefined : this.#faults.splice(at, 1)[0]?.answer;
    if (fault === 'reset') return void request.socket.resetAndDestroy();
    try {
      if (typeof fault === 'object') throw new Refusal(fault.status, fault.code, fault.region);
      this.#verify(request, url, body);
      if (name !== bucket) throw new Refusal(404, 'NoSuchBucket');
      this.#answer({ request, url, key, body }, response, fault);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, code, region } = error.answer;
      const where = region === undefined ? '' : `<Region>${region}</Region>`;
      response.writeHead(status, { 'content-type': 'application/xml' });
      response.end(
        method === 'HEAD'
          ? ''
          : `<?xml version="1.0"?>\n<Error><Code>${code}</Code><Message>The message of ${code} &amp; more.</Message>${where}</Error>`,
      );
    }
  }

  #verify(request: IncomingMessage, url: URL, body: Buffer): void {
    const { authorization = '', ...headers } = request.headers as Record<string, string>;
    const [, accessKeyId, , region, names = ''] =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d+)\/([^/]+)\/s3\/aws4_request,\s*SignedHeaders=([^,]+),/.exec(
        authorization,
      ) ?? [];
    if (accessKeyId !== this.accessKeyId) throw new Refusal(403, 'InvalidAccessKeyId');
    if (region !== this.region) throw new Refusal(400, 'AuthorizationHeaderMalformed', this.region);
    const at = new Date(
      (headers['x-amz-date'] ?? '').replace(
        /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/,
        '$1-$2-$3T$4:$5:$6Z',
      ),
    );
    if (Math.abs(at.getTime() - this.clock().getTime()) > maxSkewMs)
      throw new Refusal(403, 'RequestTimeTooSkewed');
    const added = new Set(['host', 'x-amz-content-sha256', 'x-amz-date']);
    const others = names.split(';').filter((one) => !added.has(one));
    const payloadSha256 = headers['x-amz-content-sha256'] ?? '';
    const expected = signRequest(
      {
        method: request.method ?? '',
        url,
        headers: Object.fromEntries(others.map((one) => [one, headers[one] ?? ''])),
        payloadSha256,
      },
      this,
      at,
    );
    if (expected['authorization'] !== authorization) throw new Refusal(403, 'SignatureDoesNotMatch');
    if (createHash('sha256').update(body).digest('hex') !== payloadSha256)
      throw new Refusal(400, 'XAmzContentSHA256Mismatch');
  }

  #answer(call: Call, response: ServerResponse, fault: Answer | undefined): void {
    const { request, url, key } = call;
    const has = (name: string) => url.searchParams.has(name);
    const send = (xml: string) => {
      if (fault === 'response lost') request.socket.resetAndDestroy();
      else response.writeHead(200, { 'content-type': 'application/xml' }).end(xml);
    };
    switch (request.method ?? '') {
      case 'GET':
        if (key !== '') return this.#sendObject(call, response, fault === 'reset while responding');
        return send(has('uploads') ? this.#listUploads(url) : this.#list(url));
      case 'HEAD':
        return this.#sendObject(call, response, false);
      case 'PUT':
        return void response.writeHead(200, { etag: this.#put(call) }).end();
      case 'POST':
        return send(has('uploads') ? this.#startUpload(key) : this.#completeUpload(call));
      default:
        if (has('uploadId')) this.#removeUpload(url);
        else this.objects.delete(key);
        response.writeHead(204).end();
    }
  }

  #sendObject({ request, key }: Call, response: ServerResponse, isCut: boolean): void {
    const stored = this.objects.get(key);
    if (stored === undefined) throw new Refusal(404, 'NoSuchKey');
    const { content, etag } = stored;
    const [, start] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? [];
    if (start !== undefined && request.headers['if-match'] !== etag)
      throw new Refusal(412, 'PreconditionFailed');
    const part = content.subarray(Number(start ?? 0));
    response.writeHead(start === undefined ? 200 : 206, { etag, 'content-length': part.length });
    if (request.method === 'HEAD') return void response.end();
    if (!isCut) return void response.end(part);
    response.write(part.subarray(0, Math.ceil(part.length / 2)), () => request.socket.resetAndDestroy());
  }

  #put({ url, key, body }: Call): string {
    const stored = { content: body, etag: md5(body) };
    const uploadId = url.searchParams.get('uploadId');
    if (uploadId === null) this.objects.set(key, stored);
    else this.#findUpload(uploadId).parts.set(Number(url.searchParams.get('partNumber')), stored);
    return stored.etag;
  }

  #startUpload(key: string): string {
    const uploadId = randomBytes(8).toString('hex');
    this.uploads.set(uploadId, { key, parts: new Map() });
    return `<InitiateMultipartUploadResult><UploadId>${uploadId}</UploadId></InitiateMultipartUploadResult>`;
  }

  #completeUpload({ url, key, body }: Call): string {
    const uploadId = url.searchParams.get('uploadId') ?? '';
    const { parts } = this.#findUpload(uploadId);
    const listed = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>(.*?)<\/ETag>/g)];
    const contents = listed.map(([, number, etag = '']) => {
      const part = parts.get(Number(number));
      if (part?.etag !== etag.replaceAll('&quot;', '"')) throw new Refusal(400, 'InvalidPart');
      return part.content;
    });
    if (contents.length === 0) throw new Refusal(400, 'MalformedXML');
    const content = Buffer.concat(contents);
    this.objects.set(key, { content, etag: `${md5(content).slice(0, -1)}-${contents.length}"` });
    this.uploads.delete(uploadId);
    return `<CompleteMultipartUploadResult><Key>${escapeXml(key)}</Key></CompleteMultipartUploadResult>`;
  }

  #findUpload(uploadId: string): Upload {
    const upload = this.uploads.get(uploadId);
    if (upload === undefined) throw new Refusal(404, 'NoSuchUpload');
    return upload;
  }

  #removeUpload(url: URL): void {
    const uploadId = url.searchParams.get('uploadId') ?? '';
    this.#findUpload(uploadId);
    this.uploads.delete(uploadId);
  }

  #listUploads(url: URL): string {
    const prefix = url.searchParams.get('prefix') ?? '';
    const found = [...this.uploads].filter(([, { key }]) => key.startsWith(prefix));
    const page = found
      .slice(0, this.pageSize)
      .map(
        ([uploadId, { key }]) =>
          `<Upload><Key>${escapeXml(key)}</Key><UploadId>${uploadId}</UploadId></Upload>`,
      );
    const isTruncated = found.length > this.pageSize;
    return `<ListMultipartUploadsResult><IsTruncated>${isTruncated}</IsTruncated>${page.join('')}</ListMultipartUploadsResult>`;
  }

  #list(url: URL): string {
    const prefix = url.searchParams.get('prefix') ?? '';
    const delimiter = url.searchParams.get('delimiter') ?? '';
    const after = Buffer.from(url.searchParams.get('continuation-token') ?? '', 'base64').toString();
    const toItem = (key: string) => {
      const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
      return end < 0
        ? `<Contents><Key>${escapeXml(key)}</Key></Contents>`
        : `<CommonPrefixes><Prefix>${escapeXml(key.slice(0, end + 1))}</Prefix></CommonPrefixes>`;
    };
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix)).toSorted();
    const items = [...new Set(keys.map(toItem))].filter((item) => item > after);
    const page = items.slice(0, this.pageSize);
    const isTruncated = items.length > page.length;
    const token = Buffer.from(page.at(-1) ?? '').toString('base64');
    return `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${isTruncated ? `<NextContinuationToken>${token}</NextContinuationToken>` : ''}${page.join('')}</ListBucketResult>`;
  }
}
