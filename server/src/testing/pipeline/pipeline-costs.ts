import { WaypostError } from '../../platform/errors.ts';
import type { WorkspaceContext } from '../../services/context.ts';
import { withdrawCostEntry } from '../../services/costs/cost-entries.ts';
import { createCostEntry } from '../../services/costs/enter-cost.ts';
import { uploadCosts } from '../../services/costs/upload-costs.ts';
import { finishCost } from '../attribution/cost-lab.ts';
import { CostModel, type ModelCost } from '../models/cost-model.ts';
import { moneyRates } from '../models/money-history.ts';
import type { ModelRow } from '../reports/report-model-metrics.ts';
import { shownTime } from '../reports/report-model-time.ts';
import type { PipelineCostAction } from './pipeline-actions.ts';
import type { PipelineCampaign } from './pipeline-campaigns.ts';
import type { PipelineLab } from './pipeline-lab.ts';
import { pick, type PipelineValues } from './pipeline-requests.ts';
import { pipelineTokens } from './pipeline-visitors.ts';
import type { PastVisit, PipelineVisits } from './pipeline-visits.ts';

/** Where workspaces of tests are. */
const timezone = 'Europe/Berlin';
const dayMs = 86_400_000;
const settledMs = 10 * 60_000;

/** Costs that people bring in later, through the services and to plain models, one for each campaign. */
export class PipelineCosts {
  readonly #pipeline: PipelineLab;
  readonly #context: WorkspaceContext;
  readonly #past: PipelineVisits;
  readonly #campaigns: readonly PipelineCampaign[];
  readonly #costs: readonly CostModel[];
  /** Entries that a worker has dealt with, and whether they were withdrawn by then. */
  readonly #finished = new Map<string, boolean>();

  constructor(
    pipeline: PipelineLab,
    context: WorkspaceContext,
    campaigns: readonly PipelineCampaign[],
    past: PipelineVisits,
  ) {
    this.#pipeline = pipeline;
    this.#context = context;
    this.#past = past;
    this.#campaigns = campaigns;
    this.#costs = campaigns.map(() => new CostModel(moneyRates));
  }

  /** Throws where it is taken and should not be, or the other way round. The visits have to be there. */
  async enter(action: PipelineCostAction): Promise<void> {
    const { campaign, back, days, charge, currency, withdrawOverlapping } = action;
    const costs = this.#costsOf(campaign);
    const token = action.token === null ? null : pick(pipelineTokens, action.token)[1];
    const [from, to] = [this.#dayOf(back + days), this.#dayOf(back)];
    // Of a file it says nothing of lines that are not added; of one entry it is refused there.
    const isMeant = charge.mode === 'add' && withdrawOverlapping;
    const cost = { from, to, token, ...charge, currency, withdrawOverlapping: isMeant };
    const { id: campaignId } = pick(this.#campaigns, campaign);
    const id = action.isUploaded
      ? await this.#upload(campaignId, cost)
      : await this.#create(campaignId, cost);
    if ((id !== undefined) !== costs.mayEnter(cost))
      throw new Error(`a cost was ${id === undefined ? 'refused' : 'taken'}: ${JSON.stringify(cost)}`);
    if (id !== undefined) costs.enter(cost, id);
  }

  async #create(campaign: string, { token, ...cost }: ModelCost): Promise<string | undefined> {
    const tokens = token === null ? {} : { token1: token };
    return (await unlessRefused(() => createCostEntry(this.#context, { ...cost, tokens, campaign })))?.id;
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

  /** A day that is over, so many before the last one. */
  #dayOf(back: number): string {
    const nowMs = this.#pipeline.lab.clock.ms;
    return String(shownTime(nowMs - settledMs - (back + 1) * dayMs, timezone)['day']);
  }

  async withdraw(which: number): Promise<void> {
    const entries = this.#costs.flatMap((costs) => costs.entries.map((entry) => ({ costs, entry })));
    const chosen = entries[which % Math.max(1, entries.length)];
    if (chosen === undefined) return;
    const { costs, entry } = chosen;
    const isTaken = await unlessRefused(() => withdrawCostEntry(this.#context, entry.id));
    if ((isTaken !== undefined) !== costs.withdraw(entry))
      throw new Error(`${entry.id} was not to be withdrawn`);
  }

  /** Spreads what was entered, and takes back what was withdrawn; `rows` are what everything else adds to reports. */
  async work(rows: readonly ModelRow[]): Promise<void> {
    const own = Map.groupBy(rows, ({ visitId }) => visitId);
    const byId = new Map(this.#past.visits.map((visit) => [visit.id, visit]));
    const ownCost = (id: string): Map<string, bigint> => {
      const sums = new Map<string, bigint>();
      for (const { values, cost } of own.get(id) ?? []) {
        const place = writePlace(values, byId.get(id));
        sums.set(place, (sums.get(place) ?? 0n) + cost);
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

  /** What all of it adds to the sums of reports. */
  rows(): ModelRow[] {
    return this.#past.visits.flatMap((visit) => {
      const costs = this.#costsOf(this.#campaigns.indexOf(visit.campaign));
      const row = this.#past.rowOf(visit);
      return [...costs.sums(visit.id)].map(([place, cost]) => ({
        ...row,
        values: { ...row.values, ...readPlace(place) },
        cost,
      }));
    });
  }

  /** With all visits that it may lie on by now. */
  #costsOf(index: number): CostModel {
    const [campaign, costs] = [pick(this.#campaigns, index), pick(this.#costs, index)];
    const visits = this.#past.visits.filter((visit) => visit.campaign === campaign);
    for (const { id, timeMs, values } of visits.slice(costs.visits.length)) {
      const day = String(shownTime(timeMs, timezone)['day']);
      costs.visits.push({ visitId: id, day, timeMs, token: String(values['token1'] ?? '') });
    }
    return costs;
  }
}

/** The offer that a row counts for, where it is another one than that of its visit. */
function writePlace({ offer, affiliateNetwork }: PipelineValues, visit: PastVisit | undefined): string {
  return offer === visit?.values['offer'] ? '' : JSON.stringify({ offer, affiliateNetwork });
}

function readPlace(place: string): PipelineValues {
  return place === '' ? {} : (JSON.parse(place) as PipelineValues);
}

/** Nothing where it is refused for what was asked. */
async function unlessRefused<Result>(ask: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await ask();
  } catch (error) {
    const isRefused = error instanceof WaypostError && ['CONFLICT', 'VALIDATION_FAILED'].includes(error.code);
    if (isRefused) return undefined;
    throw error;
  }
}
