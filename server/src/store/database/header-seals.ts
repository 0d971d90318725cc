import { hiddenValue, type PostbackHeader } from '@waypost/contract/postbacks/postback-requests.ts';
import { changeHeaders, isSecretHeader } from '../../domain/postbacks/postback-request.ts';
import { WaypostError } from '../../platform/errors.ts';
import { createSecretBox, type SecretBox } from '../../platform/secret-box.ts';

/** A header as stored. Secrets saved by earlier versions stay unencrypted until a job encrypts them. */
export type StoredHeader = PostbackHeader | { name: string; sealed: string };

/**
 * Encrypts secret values of postback headers before they are stored and decrypts them when they are read. A value can
 * be decrypted only for the workspace that it was encrypted for. If the key is missing or wrong, the value reads as
 * `hiddenValue`, which is never saved or sent.
 */
export class HeaderSeals {
  readonly #box: SecretBox | undefined;

  constructor(secret: string | undefined) {
    this.#box = secret === undefined ? undefined : createSecretBox(secret, 'headers of postbacks');
  }

  get hasKey(): boolean {
    return this.#box !== undefined;
  }

  seal(headers: readonly PostbackHeader[], workspaceId: string): StoredHeader[] {
    return headers.map(({ name, value }) => {
      if (!isSecretHeader(name) || value === hiddenValue) return { name, value };
      if (this.#box === undefined) throw missingKeyError();
      return { name, sealed: this.#box.seal(Buffer.from(value), workspaceId).toString('base64') };
    });
  }

  open(headers: readonly StoredHeader[], workspaceId: string): PostbackHeader[] {
    return headers.map((header) => {
      const { name } = header;
      if (!isSecretHeader(name) && 'value' in header) return header;
      // Without the key, unencrypted values are also hidden, because this process could only write them back
      // unencrypted.
      if (this.#box === undefined) return { name, value: hiddenValue };
      if ('value' in header) return header;
      const opened = this.#box.open(Buffer.from(header.sealed, 'base64'), workspaceId);
      return { name, value: opened?.toString() ?? hiddenValue };
    });
  }

  sealText(text: string, workspaceId: string): string {
    if (this.#box === undefined) throw missingKeyError();
    return this.#box.seal(Buffer.from(text), workspaceId).toString('base64');
  }

  openText(sealed: string, workspaceId: string): string | undefined {
    return this.#box?.open(Buffer.from(sealed, 'base64'), workspaceId)?.toString();
  }

  sealIn<Data>(data: Data, workspaceId: string): Data {
    return changeHeaders(data, (headers) => this.seal(headers, workspaceId));
  }

  openIn<Data>(data: Data, workspaceId: string): Data {
    return changeHeaders(data, (headers) => this.open(headers, workspaceId));
  }
}

function missingKeyError(): WaypostError {
  return new WaypostError(
    'SERVICE_UNAVAILABLE',
    'This server has no key to encrypt secrets with. Ask its operator to set WAYPOST_SESSION_SECRET.',
  );
}
