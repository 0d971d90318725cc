import type { Provider } from 'oidc-provider';
import { createProvider, type ProviderOptions } from './create-provider.ts';

type Issuer = { provider: Provider; callback: ReturnType<Provider['callback']> };

const issuersMax = 8;

type Options = Omit<ProviderOptions, 'issuer'> & { publicOrigin: string | undefined };

export class Providers {
  readonly #options: Options;
  readonly #issuers = new Map<string, Promise<Issuer>>();

  constructor(options: Options) {
    this.#options = options;
  }

  async callbackFor(issuer: string): Promise<Issuer['callback']> {
    return (await this.#find(issuer)).callback;
  }

  async any(): Promise<Provider> {
    const [known = this.#options.publicOrigin ?? 'http://localhost'] = this.#issuers.keys();
    return (await this.#find(known)).provider;
  }

  async #find(issuer: string): Promise<Issuer> {
    const known = this.#issuers.get(issuer);
    if (known !== undefined) return await known;
    // Without a public URL, every combination of loopback name and port is a separate issuer.
    if (this.#issuers.size >= issuersMax) this.#issuers.clear();
    const created = createProvider({ ...this.#options, issuer }).then((provider) => ({
      provider,
      callback: provider.callback(),
    }));
    this.#issuers.set(issuer, created);
    created.catch(() => this.#issuers.delete(issuer));
    return await created;
  }
}
