import { hiddenValue, type PostbackHeader } from '@waypost/contract/postback-requests.ts';
import { changeHeaders, isSecretHeader } from '../../domain/postbacks/postback-request.ts';
import { WaypostError } from '../../platform/errors.ts';
import { createSecretBox, type SecretBox } from '../../platform/secret-box.ts';

/** As it stands in the database. Until it is found by the job that seals it, one of an earlier version may be plain. */
export type KeptHeader = PostbackHeader | { name: string; sealed: string };

/**
 * Values of headers of postbacks, which can be secrets, are sealed on their way into the database and opened on their
 * way out of it. They open in their own workspace only. One that does not open, since the key is another one or missing,
 * is `hiddenValue`: it is seen as such, is no value to save, and is not sent.
 */
export class HeaderSeals {
  readonly #box: SecretBox | undefined;

  constructor(secret: string | undefined) {
    this.#box = secret === undefined ? undefined : createSecretBox(secret, 'headers of postbacks');
  }

  get hasKey(): boolean {
    return this.#box !== undefined;
  }

  seal(headers: readonly PostbackHeader[], workspaceId: string): KeptHeader[] {
    return headers.map(({ name, value }) => {
      if (!isSecretHeader(name) || value === hiddenValue) return { name, value };
      if (this.#box === undefined) throw noKey();
      return { name, sealed: this.#box.seal(Buffer.from(value), workspaceId).toString('base64') };
    });
  }

  open(headers: readonly KeptHeader[], workspaceId: string): PostbackHeader[] {
    return headers.map((header) => {
      const { name } = header;
      if (!isSecretHeader(name) && 'value' in header) return header;
      // Without the key this process is not to know any of them, plain ones neither: what it wrote would be plain again.
      if (this.#box === undefined) return { name, value: hiddenValue };
      if ('value' in header) return header;
      const opened = this.#box.open(Buffer.from(header.sealed, 'base64'), workspaceId);
      return { name, value: opened?.toString() ?? hiddenValue };
    });
  }

  /** A secret that is no header, such as one that calls are signed with. */
  sealText(text: string, workspaceId: string): string {
    if (this.#box === undefined) throw noKey();
    return this.#box.seal(Buffer.from(text), workspaceId).toString('base64');
  }

  openText(sealed: string, workspaceId: string): string | undefined {
    return this.#box?.open(Buffer.from(sealed, 'base64'), workspaceId)?.toString();
  }

  /** All that are anywhere in some data. */
  sealIn<Data>(data: Data, workspaceId: string): Data {
    return changeHeaders(data, (headers) => this.seal(headers, workspaceId));
  }

  openIn<Data>(data: Data, workspaceId: string): Data {
    return changeHeaders(data, (headers) => this.open(headers, workspaceId));
  }
}

function noKey(): WaypostError {
  return new WaypostError(
    'SERVICE_UNAVAILABLE',
    'this server has no secret to keep values of headers and other secrets with: its operator has to set WAYPOST_SESSION_SECRET',
  );
}
