import { WaypostError } from '../../platform/errors.ts';
import type { WorkspaceContext } from '../../services/context.ts';
import type { WithTraffic } from '../../services/tools.ts';
import { withdrawCostEntry } from '../../services/costs/cost-entries.ts';
import { createCostEntry } from '../../services/costs/enter-cost.ts';
import { uploadCosts } from '../../services/uploads/upload-costs.ts';
import { finishCost } from '../attribution/cost-lab.ts';
import { CostModel, type ModelCost } from '../models/cost-model.ts';
import { moneyRates } from '../models/money-history.ts';
import type { ModelRow } from '../reports/report-model-metrics.ts';
import { readTimeDimensions } from '../reports/report-model-time.ts';
import type { PipelineCostAction } from './pipeline-actions.ts';
import type { PipelineCampaign } from './pipeline-campaigns.ts';
import type { PipelineLab } from './pipeline-lab.ts';
import { pick, type PipelineValues } from './pipeline-requests.ts';
import { pipelineTokens } from './pipeline-visitors.ts';
import type { PastVisit, PipelineVisits } from './pipeline-visits.ts';

// Time zone of test workspaces.
const timezone = 'Europe/Berlin';
const dayMs = 86_400_000;
const settledMs = 10 * 60_000;

/** Creates and reverses cost entries through the services, and in one reference model per campaign. */
export class PipelineCosts {
  readonly #pipeline: PipelineLab;
  readonly #context: WorkspaceContext & WithTraffic;
  readonly #past: PipelineVisits;
  readonly #campaigns: readonly PipelineCampaign[];
  readonly #costs: readonly CostModel[];
  readonly #finished = new Map<string, boolean>();

  constructor(
    pipeline: PipelineLab,
    context: WorkspaceContext & WithTraffic,
    campaigns: readonly PipelineCampaign[],
    past: PipelineVisits,
  ) {
    this.#pipeline = pipeline;
    this.#context = context;
    this.#past = past;
    this.#campaigns = campaigns;
    this.#costs = campaigns.map(() => new CostModel(moneyRates));
  }

  /**
   * Creates a cost entry. Throws if only the service or only the model accepts the entry. The visits must already be
   * recorded.
   */
  async enter(action: PipelineCostAction): Promise<void> {
    const { campaign, back, days, charge, currency, withdrawOverlapping } = action;
    const costs = this.#costsOf(campaign);
    const token = action.token === null ? null : pick(pipelineTokens, action.token)[1];
    const [from, to] = [this.#dayOf(back + days), this.#dayOf(back)];
    // `withdrawOverlapping` is set only in mode `add`: in other modes, imported lines ignore the option and single
    // entries reject it.
    const replacesOverlapping = charge.mode === 'add' && withdrawOverlapping;
    const cost = { from, to, token, ...charge, currency, withdrawOverlapping: replacesOverlapping };
    const { id: campaignId } = pick(this.#campaigns, campaign);
    const id = action.isUploaded
      ? await this.#upload(campaignId, cost)
      : await this.#create(campaignId, cost);
    if ((id !== undefined) !== costs.mayEnter(cost))
      throw new Error(
        `a cost entry was ${id === undefined ? 'rejected' : 'accepted'}: ${JSON.stringify(cost)}`,
      );
    if (id !== undefined) costs.enter(cost, id);
  }

  async #create(campaign: string, { token, ...cost }: ModelCost): Promise<string | undefined> {
    const tokens = token === null ? {} : { token1: token };
    return (await unlessRejected(() => createCostEntry(this.#context, { ...cost, tokens, campaign })))?.id;
  }

  async #upload(campaignId: string, cost: ModelCost): Promise<string | undefined> {
    const { from, to, token, mode, amount, currency, withdrawOverlapping } = cost;
    let entered: string | undefined;
    const line = [campaignId, from, to, mode, amount, currency, token ?? ''].join(',');
    await uploadCosts(this.#context, [`campaign,from,to,mode,amount,currency,token1\n${line}\n`], {
      withdrawOverlapping,
      onEntered: (id) => (entered = id),
    });
    return entered;
  }

  #dayOf(back: number): string {
    const nowMs = this.#pipeline.lab.clock.ms;
    return String(readTimeDimensions(nowMs - settledMs - (back + 1) * dayMs, timezone)['day']);
  }

  async withdraw(which: number): Promise<void> {
    const entries = this.#costs.flatMap((costs) => costs.entries.map((entry) => ({ costs, entry })));
    const chosen = entries[which % Math.max(1, entries.length)];
    if (chosen === undefined) return;
    const { costs, entry } = chosen;
    const isAccepted = await unlessRejected(() => withdrawCostEntry(this.#context, entry.id));
    if ((isAccepted !== undefined) !== costs.withdraw(entry))
      throw new Error(`${entry.id} was reversed by the service or the model only`);
  }

  /** Distributes new entries and reverses withdrawn entries. `rows` contains all other contributions to reports. */
  async work(rows: readonly ModelRow[]): Promise<void> {
    const own = Map.groupBy(rows, ({ visitId }) => visitId);
    const byId = new Map(this.#past.visits.map((visit) => [visit.id, visit]));
    const ownCost = (id: string): Map<string, bigint> => {
      const sums = new Map<string, bigint>();
      for (const { values, cost } of own.get(id) ?? []) {
        const credit = writeCredit(values, byId.get(id));
        sums.set(credit, (sums.get(credit) ?? 0n) + cost);
      }
      return sums;
    };
    for (const [index] of this.#costs.entries()) {
      const costs = this.#costsOf(index);
      for (const { id, isWithdrawn } of costs.entries) {
        if (this.#finished.get(id) === isWithdrawn) continue;
        await finishCost(this.#pipeline.lab.worker, id);
        this.#finished.set(id, isWithdrawn);
      }
      costs.work(ownCost);
    }
  }

  rows(): ModelRow[] {
    return this.#past.visits.flatMap((visit) => {
      const costs = this.#costsOf(this.#campaigns.indexOf(visit.campaign));
      const row = this.#past.rowOf(visit);
      return [...costs.sums(visit.id)].map(([credit, cost]) => ({
        ...row,
        values: { ...row.values, ...readCredit(credit) },
        cost,
      }));
    });
  }

  #costsOf(index: number): CostModel {
    const [campaign, costs] = [pick(this.#campaigns, index), pick(this.#costs, index)];
    const visits = this.#past.visits.filter((visit) => visit.campaign === campaign);
    for (const { id, timeMs, values } of visits.slice(costs.visits.length)) {
      const day = String(readTimeDimensions(timeMs, timezone)['day']);
      costs.visits.push({ visitId: id, day, timeMs, token: String(values['token1'] ?? '') });
    }
    return costs;
  }
}

/** Returns text that identifies the credited offer, or '' for the visit's own offer. */
function writeCredit({ offer, affiliateNetwork }: PipelineValues, visit: PastVisit | undefined): string {
  return offer === visit?.values['offer'] ? '' : JSON.stringify({ offer, affiliateNetwork });
}

function readCredit(credit: string): PipelineValues {
  return credit === '' ? {} : (JSON.parse(credit) as PipelineValues);
}

async function unlessRejected<Result>(request: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await request();
  } catch (error) {
    const isRejected =
      error instanceof WaypostError && ['CONFLICT', 'VALIDATION_FAILED'].includes(error.code);
    if (isRejected) return undefined;
    throw error;
  }
}
