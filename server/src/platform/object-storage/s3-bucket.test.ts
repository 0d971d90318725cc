import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { startFakeS3 } from '../../testing/object-storage/start-fake-s3.ts';
import { makeTemporaryDirectory } from '../../testing/temporary-directory.ts';
import { S3Bucket } from './s3-bucket.ts';

const slowDown = { status: 503, code: 'SlowDown' };
const partBytes = 1_000;

async function setUp() {
  const storage = await startFakeS3();
  const bucket = new S3Bucket({ ...storage.options, partBytes });
  const file = join(makeTemporaryDirectory(), 'file');
  const upload = async (key: string, content: string) => {
    writeFileSync(file, content);
    let bytes = 0;
    await bucket.upload(key, file, (more) => (bytes += more));
    return bytes;
  };
  const contentOf = (key: string) => storage.objects.get(key)?.content.toString();
  return { storage, bucket, upload, contentOf };
}

const large = Array.from({ length: 350 }, (_, at) => `line ${at}\n`).join('');

describe('a bucket', () => {
  it('stores small, empty and large files, and returns what was stored', async () => {
    const { storage, bucket, upload } = await setUp();
    for (const [key, content] of [
      ['a/empty', ''],
      ["a/small (1) ü & 'x'*", 'small'],
      ['a/large', large],
    ] as const) {
      expect(await upload(key, content)).toBe(content.length);
      expect((await buffer(bucket.read(key))).toString()).toBe(content);
      expect(await bucket.findSize(key)).toBe(content.length);
    }
    expect(storage.requests.filter((request) => request.includes('partNumber'))).toHaveLength(4);
    expect(storage.uploads.size).toBe(0);
    expect(await bucket.findSize('a/missing')).toBeUndefined();
  });

  it('lists keys and folders over several pages, and removes objects', async () => {
    const { storage, bucket, upload } = await setUp();
    storage.pageSize = 2;
    const keys = ['p/a/1', 'p/a/2', 'p/b&b/1', 'p/c/1', 'p/d', 'q/1'];
    for (const key of keys) await upload(key, key);
    expect(await bucket.list('p/')).toEqual(keys.slice(0, 5));
    expect(await bucket.list('p/', '/')).toEqual(['p/a/', 'p/b&b/', 'p/c/']);
    await bucket.remove('p/a/1');
    expect(await bucket.list('p/a/')).toEqual(['p/a/2']);
  });

  it('repeats requests after 503 SlowDown, 500 and lost connections', async () => {
    const { storage, upload, contentOf } = await setUp();
    storage.fail('PUT', /small/, slowDown, 'reset', { status: 500, code: 'InternalError' });
    await upload('small', 'content');
    expect(contentOf('small')).toBe('content');
    storage.fail('POST', /large/, 'reset', slowDown);
    storage.fail('PUT', /large/, 'reset', slowDown, slowDown);
    await upload('large', large);
    expect(contentOf('large')).toBe(large);
  });

  it('gives up after eight attempts', async () => {
    const { storage, upload } = await setUp();
    storage.fail('PUT', /a/, ...Array.from({ length: 8 }, () => slowDown));
    await expect(upload('a', '')).rejects.toMatchObject({ status: 503, code: 'SlowDown' });
    expect(storage.requests).toHaveLength(8);
  });

  it.each([
    [403, 'AccessDenied'],
    [404, 'NoSuchBucket'],
    [403, 'RequestTimeTooSkewed'],
  ])('does not repeat a request after %i %s', async (status, code) => {
    const { storage, upload } = await setUp();
    storage.fail('PUT', /a/, { status, code });
    await expect(upload('a', '')).rejects.toMatchObject({
      code,
      message: `${code}: The message of ${code} & more.`,
    });
    expect(storage.requests).toHaveLength(1);
  });

  it('is refused with a wrong key, region or clock', async () => {
    const { storage } = await setUp();
    const list = async (options: object) => await new S3Bucket({ ...storage.options, ...options }).list('');
    await expect(list({ secretAccessKey: 'other' })).rejects.toMatchObject({ code: 'SignatureDoesNotMatch' });
    await expect(list({ accessKeyId: 'other' })).rejects.toMatchObject({ code: 'InvalidAccessKeyId' });
    await expect(list({ region: 'other' })).rejects.toMatchObject({ region: storage.region });
    await expect(list({ bucket: 'other' })).rejects.toMatchObject({ code: 'NoSuchBucket' });
    storage.clock = () => new Date(Date.now() + 16 * 60_000);
    await expect(list({})).rejects.toMatchObject({ code: 'RequestTimeTooSkewed' });
  });

  it('continues a download where the connection was lost', async () => {
    const { storage, bucket, upload } = await setUp();
    await upload('large', large);
    storage.fail('GET', /large/, slowDown, 'reset while responding', 'reset', 'reset while responding');
    storage.requests.length = 0;
    expect((await buffer(bucket.read('large'))).toString()).toBe(large);
    expect(storage.requests).toHaveLength(5);
  });

  it('rejects a download of an object that was replaced meanwhile', async () => {
    const { storage, bucket, upload } = await setUp();
    await upload('large', large);
    storage.fail('GET', /large/, 'reset while responding');
    const source = bucket.read('large');
    await new Promise((resolve) => source.once('readable', resolve));
    await upload('large', large.toUpperCase());
    await expect(buffer(source)).rejects.toMatchObject({ code: 'PreconditionFailed' });
  });

  it('deletes the parts of an upload that failed or was interrupted', async () => {
    const { storage, bucket, upload } = await setUp();
    storage.fail('PUT', /large/, { status: 403, code: 'AccessDenied' });
    await expect(upload('a/large', large)).rejects.toMatchObject({ code: 'AccessDenied' });
    expect(storage.uploads.size).toBe(0);
    storage.pageSize = 2;
    for (const key of ['a/1', 'a/2', 'a/3', 'b/1']) storage.uploads.set(key, { key, parts: new Map() });
    await bucket.abortUploads('a/');
    expect([...storage.uploads.keys()]).toEqual(['b/1']);
  });

  it('continues at once if the storage cannot list interrupted uploads', async () => {
    const { storage, bucket } = await setUp();
    storage.fail('GET', /uploads/, { status: 501, code: 'NotImplemented' });
    await bucket.abortUploads('a/');
    expect(storage.requests.filter((request) => request.includes('uploads'))).toHaveLength(1);
  });

  it('accepts an upload that was completed although the response was lost', async () => {
    const { storage, upload, contentOf } = await setUp();
    storage.fail('POST', /large\?uploadId/, 'response lost');
    await expect(upload('large', large)).resolves.toBe(large.length);
    expect(contentOf('large')).toBe(large);
  });
});
