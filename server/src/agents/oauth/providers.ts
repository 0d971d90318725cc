import type { Provider } from 'oidc-provider';
import { createProvider, type ProviderOptions } from './create-provider.ts';

type Made = { provider: Provider; callback: ReturnType<Provider['callback']> };

const issuersMax = 8;

type Options = Omit<ProviderOptions, 'issuer'> & { publicOrigin: string | undefined };

/** One for each address that agents know the installation by, made when it is first asked for. */
export class Providers {
  readonly #options: Options;
  readonly #made = new Map<string, Promise<Made>>();

  constructor(options: Options) {
    this.#options = options;
  }

  async callbackFor(issuer: string): Promise<Made['callback']> {
    return (await this.#find(issuer)).callback;
  }

  /** To read what all of them have in common. */
  async any(): Promise<Provider> {
    const [known = this.#options.publicOrigin ?? 'http://localhost'] = this.#made.keys();
    return (await this.#find(known)).provider;
  }

  async #find(issuer: string): Promise<Made> {
    const known = this.#made.get(issuer);
    if (known !== undefined) return await known;
    // Without a public address there are as many as there are spellings of this machine with a port.
    if (this.#made.size >= issuersMax) this.#made.clear();
    const made = createProvider({ ...this.#options, issuer }).then((provider) => ({
      provider,
      callback: provider.callback(),
    }));
    this.#made.set(issuer, made);
    made.catch(() => this.#made.delete(issuer));
    return await made;
  }
}
