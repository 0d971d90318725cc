import type { WorkspaceContext } from '../../services/context.ts';
import type { WithTraffic } from '../../services/tools.ts';
import { uploadConversions } from '../../services/uploads/upload-conversions.ts';
import { ConversionModel, type ModelCredit } from '../models/conversion-model.ts';
import { toModelEvent, writeMoneyQuery, type MoneyEvent } from '../models/money-history.ts';
import type { ModelRow } from '../reports/report-model-metrics.ts';
import { report } from '../reports/report-visit.ts';
import type { PipelineEventAction, PipelineUploadedEvent } from './pipeline-actions.ts';
import type { PipelineCampaign } from './pipeline-campaigns.ts';
import type { PipelineLab } from './pipeline-lab.ts';
import type { PipelineValues } from './pipeline-requests.ts';
import type { PastVisit, PipelineVisits } from './pipeline-visits.ts';

type SentEvent = { visit: PastVisit; event: MoneyEvent; atMs: number };

/** Sends incoming postbacks for visits through every channel, and applies them to reference models. */
export class PipelineEvents {
  readonly #pipeline: PipelineLab;
  readonly #context: WorkspaceContext & WithTraffic;
  readonly #campaigns: readonly PipelineCampaign[];
  readonly #past: PipelineVisits;
  readonly #conversions = new Map<PastVisit, ConversionModel>();
  readonly #sent: SentEvent[] = [];

  constructor(
    pipeline: PipelineLab,
    context: WorkspaceContext & WithTraffic,
    campaigns: readonly PipelineCampaign[],
    past: PipelineVisits,
  ) {
    this.#pipeline = pipeline;
    this.#context = context;
    this.#campaigns = campaigns;
    this.#past = past;
  }

  /** Sends an incoming postback. A postback with a forged click ID or another campaign's visit must not be counted. */
  async send({ past, event, channel, target }: PipelineEventAction): Promise<void> {
    const visit = this.#past.pastVisit(past);
    if (visit === undefined) return;
    const { campaign, clickId } = visit;
    const other = this.#campaigns.find((one) => one !== campaign) ?? campaign;
    if (target === 'other campaign') return await this.#post('query', other, `cid=${clickId}&payout=5`);
    // No action in these campaigns accepts events from pages, so these events must not be counted.
    if (channel === 'page') {
      const { txid, status, amount } = event;
      return await this.#post(
        channel,
        campaign,
        `cid=${clickId}&txid=${txid}&status=${status}&payout=${amount}`,
      );
    }
    if (target === 'forged') return await this.#post('json', campaign, `cid=${clickId.slice(1)}x&payout=5`);
    await this.#post(channel, campaign, writeMoneyQuery(event, clickId));
    this.#sent.push({ visit, event, atMs: this.#pipeline.lab.clock.ms });
  }

  /** Applies all events sent since the previous `settle` to the models, using all clicks recorded so far. */
  settle(): void {
    for (const event of this.#sent.splice(0)) this.#take(event, { isUploaded: false });
  }

  async sendTooLate(): Promise<void> {
    for (const past of [0, 1, 2]) {
      const visit = this.#past.pastVisit(past);
      if (visit !== undefined)
        await this.#post('query', visit.campaign, `cid=${visit.clickId}&txid=late&payout=5`);
    }
  }

  async #post(
    channel: PipelineEventAction['channel'],
    { eventPath }: PipelineCampaign,
    query: string,
  ): Promise<void> {
    const { edge } = this.#pipeline;
    const { cid, ...values } = Object.fromEntries(new URLSearchParams(query));
    if (channel === 'page') {
      const { status } = await report(edge, { cid, e: values });
      if (status !== 204) throw new Error(`an event from a page was answered with ${status}`);
      return;
    }
    const form = { body: query, type: 'application/x-www-form-urlencoded' };
    const json = { body: JSON.stringify({ cid, ...values }), type: 'application/json' };
    const { body, type } = channel === 'form' ? form : json;
    const { status } =
      channel === 'query'
        ? await edge.send(`${eventPath}?${query}`)
        : await edge.send(eventPath, { method: 'POST', headers: { 'content-type': type }, body });
    if (status !== 200) throw new Error(`an event was answered with ${status}`);
  }

  /** Uploads a conversion file. The visits must already be recorded, and earlier events must be processed. */
  async upload(lines: readonly PipelineUploadedEvent[]): Promise<void> {
    const nowMs = this.#pipeline.lab.clock.ms;
    const known = lines.flatMap(({ past, event, backMs }) => {
      const visit = this.#past.pastVisit(past);
      return visit === undefined ? [] : [{ visit, event, atMs: Math.max(visit.timeMs, nowMs - backMs) }];
    });
    if (known.length === 0) return;
    const texts = known.map(({ visit, event, atMs }) => writeLine(visit, event, atMs));
    await uploadConversions(this.#context, ['click id,payout,txid,status,currency,time\n', ...texts]);
    for (const line of known.toSorted((one, other) => one.atMs - other.atMs))
      this.#take(line, { isUploaded: true });
  }

  #take({ visit, event, atMs }: SentEvent, { isUploaded }: { isUploaded: boolean }): void {
    const model = this.#conversions.get(visit) ?? new ConversionModel(visit.campaign.terms);
    this.#conversions.set(visit, model);
    const credit = model.creditOf(event.txid) ?? creditNew(visit, atMs);
    const currency = credit.values['affiliateNetwork'] === null ? null : visit.campaign.networkCurrency;
    model.take({ ...toModelEvent(event, currency), atMs, isUploaded, credit });
  }

  rows(): ModelRow[] {
    return [...this.#conversions].flatMap(([visit, model]) =>
      model.rows().map((goal) => {
        const row = this.#past.rowOf(visit);
        return { ...row, ...goal, values: { ...row.values, ...goal.values } };
      }),
    );
  }
}

/** Credits a new conversion to the clicked offer, or to the visit's offer if no offer was clicked. */
function creditNew(visit: PastVisit, atMs: number): ModelCredit {
  const { terms, termsWithoutNetwork } = visit.campaign;
  const { offer = null, affiliateNetwork = null } = findClicked(visit, atMs) ?? visit.values;
  return {
    terms: affiliateNetwork === null ? termsWithoutNetwork : terms,
    values: { offer, affiliateNetwork },
  };
}

/**
 * Returns the last click up to `atMs`, or the first click after `atMs` if no click is earlier. Only the first and the
 * last click on each offer are known.
 */
function findClicked({ clicks }: PastVisit, atMs: number): PipelineValues | undefined {
  const known = [...Map.groupBy(clicks, ({ values }) => values['offer']).values()].flatMap((same) => {
    const [first, last] = [same[0], same.at(-1)];
    return first === undefined || last === undefined ? [] : [last.timeMs <= atMs ? last : first];
  });
  const inOrder = known.toSorted((one, other) => one.timeMs - other.timeMs);
  return (inOrder.findLast(({ timeMs }) => timeMs <= atMs) ?? inOrder[0])?.values;
}

function writeLine({ clickId }: PastVisit, event: MoneyEvent, atMs: number): string {
  const { amount, txid, status, currency } = event;
  return `${[clickId, amount ?? '', txid, status, currency, new Date(atMs).toISOString()].join(',')}\n`;
}
