import type { WorkspaceContext } from '../../services/context.ts';
import { uploadConversions } from '../../services/conversions/upload-conversions.ts';
import { ConversionModel, toModelUnits } from '../models/conversion-model.ts';
import { sendMoneyEvent, type MoneyEvent, type MoneySetting } from '../models/money-history.ts';
import type { ModelRow } from '../reports/report-model-metrics.ts';
import { report } from '../reports/report-visit.ts';
import type { PipelineEventAction, PipelineUploadedEvent } from './pipeline-actions.ts';
import type { PipelineCampaign } from './pipeline-campaigns.ts';
import type { PipelineLab } from './pipeline-lab.ts';
import type { PastVisit, PipelineVisits } from './pipeline-visits.ts';

/** Events of the visits so far: brings them in by every way there is, and tells plain models of them. */
export class PipelineEvents {
  readonly #pipeline: PipelineLab;
  readonly #context: WorkspaceContext;
  readonly #campaigns: readonly PipelineCampaign[];
  readonly #past: PipelineVisits;
  readonly #conversions = new Map<PastVisit, ConversionModel>();

  constructor(
    pipeline: PipelineLab,
    context: WorkspaceContext,
    campaigns: readonly PipelineCampaign[],
    past: PipelineVisits,
  ) {
    this.#pipeline = pipeline;
    this.#context = context;
    this.#campaigns = campaigns;
    this.#past = past;
  }

  /** A network, or the page, tells of something. What it says of a visit of another campaign, or of none, counts nowhere. */
  async send({ past, event, way, aim }: PipelineEventAction): Promise<void> {
    const visit = this.#past.pastVisit(past);
    if (visit === undefined) return;
    const { campaign, clickId } = visit;
    const other = this.#campaigns.find((one) => one !== campaign) ?? campaign;
    if (aim === 'other campaign') return await this.#tell('query', other, `cid=${clickId}&payout=5`);
    // No action of these campaigns takes events of pages: whatever a page says, it counts nowhere.
    if (way === 'page') {
      const { txid, status, amount } = event;
      return await this.#tell(way, campaign, `cid=${clickId}&txid=${txid}&status=${status}&payout=${amount}`);
    }
    if (aim === 'forged') return await this.#tell('json', campaign, `cid=${clickId.slice(1)}x&payout=5`);
    const send = async (request: { query?: string } | string): Promise<string> => {
      await this.#tell(way, campaign, typeof request === 'string' ? request : (request.query ?? ''));
      return '';
    };
    await sendMoneyEvent({ send }, event, {
      clickId,
      model: this.#modelOf(visit),
      receivedMs: this.#pipeline.lab.clock.ms,
      setting: { currency: currencyOf(visit) },
    });
  }

  /** Some, after the days in which an event counts for its visit. */
  async sendTooLate(): Promise<void> {
    for (const past of [0, 1, 2]) {
      const visit = this.#past.pastVisit(past);
      if (visit !== undefined)
        await this.#tell('query', visit.campaign, `cid=${visit.clickId}&txid=late&payout=5`);
    }
  }

  async #tell(
    way: PipelineEventAction['way'],
    { eventPath }: PipelineCampaign,
    query: string,
  ): Promise<void> {
    const { edge } = this.#pipeline;
    const { cid, ...values } = Object.fromEntries(new URLSearchParams(query));
    if (way === 'page') {
      const { status } = await report(edge, { cid, e: values });
      if (status !== 204) throw new Error(`the event of a page was answered with ${status}`);
      return;
    }
    const form = { body: query, type: 'application/x-www-form-urlencoded' };
    const json = { body: JSON.stringify({ cid, ...values }), type: 'application/json' };
    const { body, type } = way === 'form' ? form : json;
    const { status } =
      way === 'query'
        ? await edge.send(`${eventPath}?${query}`)
        : await edge.send(eventPath, { method: 'POST', headers: { 'content-type': type }, body });
    if (status !== 200) throw new Error(`an event was answered with ${status}`);
  }

  /** The visits have to be there, and what came before has to be done. */
  async upload(lines: readonly PipelineUploadedEvent[]): Promise<void> {
    const nowMs = this.#pipeline.lab.clock.ms;
    const known = lines.flatMap(({ past, event, backMs }) => {
      const visit = this.#past.pastVisit(past);
      return visit === undefined ? [] : [{ visit, event, atMs: Math.max(visit.timeMs, nowMs - backMs) }];
    });
    if (known.length === 0) return;
    const texts = known.map(({ visit, event, atMs }) => writeLine(visit, event, atMs));
    await uploadConversions(this.#context, ['click id,payout,txid,status,currency,time\n', ...texts]);
    for (const { visit, event, atMs } of known.toSorted((one, other) => one.atMs - other.atMs))
      this.#modelOf(visit).take({
        status: event.status,
        txid: event.txid,
        amount: event.amount === null ? null : toModelUnits(event.amount),
        currency: event.currency || (currencyOf(visit) ?? 'USD'),
        atMs,
        isUploaded: true,
      });
  }

  /** What all of it adds to the sums of reports. */
  rows(): ModelRow[] {
    return [...this.#conversions].flatMap(([visit, model]) =>
      model.rows().map((goal) => ({ ...this.#past.rowOf(visit), ...goal })),
    );
  }

  #modelOf(visit: PastVisit): ConversionModel {
    const { terms, plainTerms } = visit.campaign;
    const known = this.#conversions.get(visit);
    const model = known ?? new ConversionModel(isOfNetwork(visit) ? terms : plainTerms);
    this.#conversions.set(visit, model);
    return model;
  }
}

/** Whether the visit got the offer of a network, whose terms hold for its events then. */
function isOfNetwork({ values }: PastVisit): boolean {
  return values['affiliateNetwork'] !== null;
}

function currencyOf(visit: PastVisit): MoneySetting['currency'] {
  return isOfNetwork(visit) ? visit.campaign.networkCurrency : null;
}

function writeLine({ clickId }: PastVisit, event: MoneyEvent, atMs: number): string {
  const { amount, txid, status, currency } = event;
  return `${[clickId, amount ?? '', txid, status, currency, new Date(atMs).toISOString()].join(',')}\n`;
}
