import type { CostMode } from '@waypost/contract/campaigns/campaigns.ts';
import { updateCampaign } from '../../services/campaigns/update-campaign.ts';
import type { WorkspaceContext } from '../../services/context.ts';
import type { ModelRow } from '../reports/report-model-metrics.ts';
import { waitUntil } from '../wait-until.ts';
import type { PipelineAction } from './pipeline-actions.ts';
import {
  setUpPipelineCampaigns,
  type PipelineCampaign,
  type PipelineSettings,
} from './pipeline-campaigns.ts';
import { PipelineCosts } from './pipeline-costs.ts';
import { PipelineEvents } from './pipeline-events.ts';
import type { PipelineLab } from './pipeline-lab.ts';
import { pick } from './pipeline-requests.ts';
import { PipelineVisits } from './pipeline-visits.ts';

const attributionMs = 90 * 86_400_000;
const pricedVisits: ReadonlySet<CostMode> = new Set(['cpv', 'cpuv', 'cpm']);

/** Runs random actions on a workspace through the real pipeline and computes the expected reports. */
export class PipelineHistory {
  readonly campaigns: readonly PipelineCampaign[];
  readonly #pipeline: PipelineLab;
  readonly #context: WorkspaceContext;
  readonly #visits: PipelineVisits;
  readonly #events: PipelineEvents;
  readonly #costs: PipelineCosts;
  #isSettled = true;

  static async begin(
    pipeline: PipelineLab,
    context: WorkspaceContext,
    settings: PipelineSettings,
  ): Promise<PipelineHistory> {
    const campaigns = await setUpPipelineCampaigns(context, settings);
    const visits = new PipelineVisits(pipeline, campaigns, settings.visitors === 'cookie');
    const history = new PipelineHistory(pipeline, context, campaigns, visits);
    await history.#publish(campaigns);
    return history;
  }

  private constructor(
    pipeline: PipelineLab,
    context: WorkspaceContext,
    campaigns: readonly PipelineCampaign[],
    visits: PipelineVisits,
  ) {
    this.#pipeline = pipeline;
    this.#context = context;
    this.campaigns = campaigns;
    this.#visits = visits;
    const { traffic, clickIds } = pipeline.lab;
    const serviceContext = { ...context, traffic, clickIds };
    this.#events = new PipelineEvents(pipeline, serviceContext, campaigns, this.#visits);
    this.#costs = new PipelineCosts(pipeline, serviceContext, campaigns, this.#visits);
  }

  async take(action: PipelineAction): Promise<void> {
    // Each action has a distinct time, so that the order of the actions is unambiguous.
    this.#pipeline.lab.clock.ms += 3;
    const isTraffic = 'visit' in action || 'click' in action || 'tags' in action || 'event' in action;
    if (isTraffic) this.#isSettled = false;
    if ('visit' in action) await this.#visits.visit(action.visit);
    else if ('click' in action) await this.#visits.click(action.click);
    else if ('tags' in action) await this.#visits.addTags(action.tags);
    else if ('event' in action) await this.#events.send(action.event);
    else if ('wait' in action) this.#pipeline.lab.clock.ms += action.wait;
    else if ('change' in action) await this.#change(action.change);
    else if ('settle' in action) await this.settle();
    else await this.#takeSettled(action);
  }

  async #takeSettled(
    action: Extract<PipelineAction, { upload: unknown } | { cost: unknown } | { withdraw: unknown }>,
  ) {
    if (!this.#isSettled) await this.settle();
    if ('upload' in action) await this.#events.upload(action.upload);
    else if ('cost' in action) await this.#costs.enter(action.cost);
    else await this.#costs.withdraw(action.withdraw);
  }

  async settle(): Promise<void> {
    await this.#pipeline.settle();
    this.#events.settle();
    this.#isSettled = true;
    await this.#costs.work([...this.#visits.rows, ...this.#events.rows()]);
  }

  async end(): Promise<void> {
    this.#pipeline.lab.clock.ms += attributionMs + 1;
    await this.#events.sendTooLate();
    await this.settle();
  }

  facts(): ModelRow[] {
    return [...this.#visits.rows, ...this.#events.rows(), ...this.#costs.rows()];
  }

  async #change({ campaign: index, amount, pause }: { campaign: number; amount: number; pause: boolean }) {
    const campaign = pick(this.campaigns, index);
    if (pause) campaign.isPaused = !campaign.isPaused;
    else if (pricedVisits.has(campaign.cost.mode)) campaign.cost = { ...campaign.cost, amount };
    const status = campaign.isPaused ? 'paused' : 'active';
    const name = `Campaign ${this.#pipeline.lab.clock.ms}`;
    await updateCampaign(this.#context, campaign.id, { name, status, cost: campaign.cost });
    await this.#publish([campaign]);
  }

  /**
   * Publishes repeatedly until all changed campaigns are compiled. A single call is not enough, because workers in
   * other tests share the database and may be compiling these campaigns at the same time.
   */
  async #publish(changed: readonly PipelineCampaign[]): Promise<void> {
    const unpublished = new Set(changed);
    await waitUntil(async () => {
      const versions = await this.#pipeline.publish();
      for (const campaign of this.campaigns) {
        if (versions.has(campaign.id)) unpublished.delete(campaign);
        campaign.version = versions.get(campaign.id) ?? campaign.version;
      }
      return unpublished.size === 0;
    });
  }
}
