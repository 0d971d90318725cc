import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readElements, readText } from './read-xml.ts';
import { contentOf, S3Client, type Content, type S3Options } from './s3-client.ts';
import { S3Error } from './s3-error.ts';

// Larger files are uploaded in parts.
const partBytesMin = 16 * 1024 ** 2;
const partsMax = 10_000;
const listingsMax = 1_000;

type Upload = { key: string; uploadId: string };

export class S3Bucket {
  readonly #client: S3Client;
  readonly #partBytesMin: number;

  constructor(options: S3Options & { partBytes?: number }) {
    this.#client = new S3Client(options);
    this.#partBytesMin = options.partBytes ?? partBytesMin;
  }

  // Returns the keys that start with the prefix. With a delimiter, names of folders instead, each ending with a slash.
  async list(prefix: string, delimiter: '' | '/' = ''): Promise<string[]> {
    const found: string[] = [];
    let token: string | undefined;
    do {
      const query = {
        'list-type': '2',
        prefix,
        ...(delimiter === '' ? {} : { delimiter }),
        ...(token === undefined ? {} : { 'continuation-token': token }),
      };
      const { body } = await this.#client.send({ method: 'GET', key: '', query });
      const [element, name] = delimiter === '' ? ['Contents', 'Key'] : ['CommonPrefixes', 'Prefix'];
      found.push(...readElements(body, element).map((item) => readText(item, name) ?? ''));
      token = readText(body, 'IsTruncated') === 'true' ? readText(body, 'NextContinuationToken') : undefined;
    } while (token !== undefined);
    return found;
  }

  // Returns undefined if the object does not exist.
  async findSize(key: string): Promise<number | undefined> {
    try {
      const { headers } = await this.#client.send({ method: 'HEAD', key });
      return Number(headers['content-length']);
    } catch (error) {
      if (error instanceof S3Error && error.status === 404) return undefined;
      throw error;
    }
  }

  read(key: string): Readable {
    return Readable.from(this.#client.read(key), { objectMode: false });
  }

  async remove(key: string): Promise<void> {
    await this.#client.send({ method: 'DELETE', key });
  }

  // Uploads a file. The storage rejects content that was changed on the way, because its SHA-256 is signed.
  async upload(key: string, file: string, onBytes: (bytes: number) => void): Promise<void> {
    const { size } = await stat(file);
    if (size <= this.#partBytesMin) {
      await this.#client.send({ method: 'PUT', key, content: await readRange(file, 0, size) });
      onBytes(size);
      return;
    }
    const { body } = await this.#client.send({ method: 'POST', key, query: { uploads: '' } });
    const upload = { key, uploadId: readText(body, 'UploadId') ?? '' };
    try {
      await this.#complete(upload, await this.#uploadParts(upload, file, size, onBytes), size);
    } catch (error) {
      await this.#abort(upload).catch(() => undefined);
      throw error;
    }
  }

  // Deletes the parts of uploads that were interrupted, if the storage can list them.
  async abortUploads(prefix: string): Promise<void> {
    for (let listings = 0; listings < listingsMax; listings += 1) {
      const body = await this.#listUploads(prefix);
      if (body === undefined) return;
      const uploads = readElements(body, 'Upload').map((item) => ({
        key: readText(item, 'Key') ?? '',
        uploadId: readText(item, 'UploadId') ?? '',
      }));
      for (const upload of uploads) await this.#abort(upload);
      if (uploads.length === 0 || readText(body, 'IsTruncated') !== 'true') return;
    }
  }

  async #listUploads(prefix: string): Promise<string | undefined> {
    try {
      return (await this.#client.send({ method: 'GET', key: '', query: { uploads: '', prefix } })).body;
    } catch (error) {
      if (error instanceof S3Error && error.code === 'NotImplemented') return undefined;
      throw error;
    }
  }

  async #uploadParts(
    { key, uploadId }: Upload,
    file: string,
    size: number,
    onBytes: (bytes: number) => void,
  ): Promise<string[]> {
    const partBytes = Math.max(this.#partBytesMin, Math.ceil(size / partsMax));
    const etags: string[] = [];
    for (let start = 0; start < size; start += partBytes) {
      const content = await readRange(file, start, Math.min(partBytes, size - start));
      const query = { partNumber: String(etags.length + 1), uploadId };
      const { headers } = await this.#client.send({ method: 'PUT', key, query, content });
      etags.push(headers.etag ?? '');
      onBytes(content.bytes);
    }
    return etags;
  }

  async #complete({ key, uploadId }: Upload, etags: readonly string[], size: number): Promise<void> {
    const parts = etags.map(
      (etag, at) =>
        `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag.replaceAll('"', '&quot;')}</ETag></Part>`,
    );
    const content = contentOf(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
    try {
      await this.#client.send({ method: 'POST', key, query: { uploadId }, content });
    } catch (error) {
      // The upload is gone if an earlier attempt completed it but its response was lost.
      const isGone = error instanceof S3Error && error.code === 'NoSuchUpload';
      if (!isGone || (await this.findSize(key)) !== size) throw error;
    }
  }

  async #abort({ key, uploadId }: Upload): Promise<void> {
    await this.#client.send({ method: 'DELETE', key, query: { uploadId } }).catch((error: unknown) => {
      if (!(error instanceof S3Error && error.code === 'NoSuchUpload')) throw error;
    });
  }
}

// The range is read twice, for its checksum and for each attempt to send it, so that it is never kept in memory.
async function readRange(file: string, start: number, bytes: number): Promise<Content> {
  if (bytes === 0) return contentOf('');
  const open = () => createReadStream(file, { start, end: start + bytes - 1 });
  const hash = createHash('sha256');
  await pipeline(open(), hash);
  return { open, bytes, sha256: hash.digest('hex') };
}
