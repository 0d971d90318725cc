import type { CampaignDocument } from '../../domain/publishing/campaign-document.ts';
import { newId } from '../../platform/ids.ts';
import type { ServiceContext } from '../../services/context.ts';
import { reportEdge, signOffEdge } from '../../services/publishing/publication.ts';
import { readServedChanges } from '../../services/publishing/read-served.ts';
import type { Database } from '../../store/database/database.ts';

type Served = { version: number; document: CampaignDocument };

/** Applies and reports published campaigns like an edge, without serving traffic. */
export class FakeEdge {
  readonly served = new Map<string, Served>();
  readonly #context: ServiceContext;
  readonly #id = newId();
  #appliedSequence = '0';

  constructor(database: Database) {
    this.#context = { database, actor: { type: 'system', label: 'edge' }, now: () => new Date() };
  }

  get appliedSequence(): string {
    return this.#appliedSequence;
  }

  async apply(): Promise<void> {
    for await (const { upTo, changes } of readServedChanges(this.#context, this.#appliedSequence)) {
      for (const { campaignId, version, document } of changes) {
        if (version === null || document === null) this.served.delete(campaignId);
        else this.served.set(campaignId, { version, document: JSON.parse(document) as CampaignDocument });
      }
      this.#appliedSequence = upTo;
    }
  }

  async report(): Promise<void> {
    await reportEdge(this.#context, {
      id: this.#id,
      name: 'stand-in',
      startedAt: new Date(),
      appliedSequence: this.#appliedSequence,
    });
  }

  async applyAndReport(): Promise<void> {
    await this.apply();
    await this.report();
  }

  async signOff(): Promise<void> {
    await signOffEdge(this.#context, this.#id);
  }
}
