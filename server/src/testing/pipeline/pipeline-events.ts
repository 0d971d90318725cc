import type { WorkspaceContext } from '../../services/context.ts';
import { uploadConversions } from '../../services/conversions/upload-conversions.ts';
import { ConversionModel, type ModelCredit } from '../models/conversion-model.ts';
import { toModelEvent, writeMoneyQuery, type MoneyEvent } from '../models/money-history.ts';
import type { ModelRow } from '../reports/report-model-metrics.ts';
import { report } from '../reports/report-visit.ts';
import type { PipelineEventAction, PipelineUploadedEvent } from './pipeline-actions.ts';
import type { PipelineCampaign } from './pipeline-campaigns.ts';
import type { PipelineLab } from './pipeline-lab.ts';
import type { PipelineValues } from './pipeline-requests.ts';
import type { PastVisit, PipelineVisits } from './pipeline-visits.ts';

type ToldEvent = { visit: PastVisit; event: MoneyEvent; atMs: number };

/** Events of the visits so far: brings them in by every way there is, and tells plain models of them. */
export class PipelineEvents {
  readonly #pipeline: PipelineLab;
  readonly #context: WorkspaceContext;
  readonly #campaigns: readonly PipelineCampaign[];
  readonly #past: PipelineVisits;
  readonly #conversions = new Map<PastVisit, ConversionModel>();
  readonly #told: ToldEvent[] = [];

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
    await this.#tell(way, campaign, writeMoneyQuery(event, clickId));
    this.#told.push({ visit, event, atMs: this.#pipeline.lab.clock.ms });
  }

  /** What came since is judged, with every click that is there by now. */
  settle(): void {
    for (const told of this.#told.splice(0)) this.#take(told, { isUploaded: false });
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
    for (const line of known.toSorted((one, other) => one.atMs - other.atMs))
      this.#take(line, { isUploaded: true });
  }

  #take({ visit, event, atMs }: ToldEvent, { isUploaded }: { isUploaded: boolean }): void {
    const model = this.#conversions.get(visit) ?? new ConversionModel(visit.campaign.terms);
    this.#conversions.set(visit, model);
    const credit = model.creditOf(event.txid) ?? creditNew(visit, atMs);
    const currency = credit.values['affiliateNetwork'] === null ? null : visit.campaign.networkCurrency;
    model.take({ ...toModelEvent(event, currency), atMs, isUploaded, credit });
  }

  /** What all of it adds to the sums of reports. */
  rows(): ModelRow[] {
    return [...this.#conversions].flatMap(([visit, model]) =>
      model.rows().map((goal) => {
        const row = this.#past.rowOf(visit);
        return { ...row, ...goal, values: { ...row.values, ...goal.values } };
      }),
    );
  }
}

/** What is new is for the offer that was clicked, else for the one of the visit. */
function creditNew(visit: PastVisit, atMs: number): ModelCredit {
  const { terms, plainTerms } = visit.campaign;
  const { offer = null, affiliateNetwork = null } = findClicked(visit, atMs) ?? visit.values;
  return { terms: affiliateNetwork === null ? plainTerms : terms, values: { offer, affiliateNetwork } };
}

/**
 * The one that was clicked last until then; where there is none, first after it. Of an offer no more is known than when
 * it was first and last clicked.
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
