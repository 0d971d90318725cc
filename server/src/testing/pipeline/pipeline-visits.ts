import type { ModelRow } from '../reports/report-model-metrics.ts';
import { report } from '../reports/report-visit.ts';
import {
  pipelineJars,
  type PipelineClickAction,
  type PipelineClient,
  type PipelineVisitAction,
} from './pipeline-actions.ts';
import type { PipelineCampaign } from './pipeline-campaigns.ts';
import type { PipelineLab } from './pipeline-lab.ts';
import {
  chooseClient,
  describeRequest,
  keptCookie,
  kindOf,
  linkPath,
  nothingChosen,
  pick,
  readDestination,
  tagsOf,
  valuesOf,
  visitCost,
  writeLink,
  type PipelineValues,
} from './pipeline-requests.ts';
import { pipelineReferrers, pipelineTags } from './pipeline-visitors.ts';

export type PastVisit = {
  id: string;
  campaign: PipelineCampaign;
  timeMs: number;
  values: PipelineValues;
  tags: string[];
  /** Empty if the response contains no click ID. */
  clickId: string;
  isUnique: boolean;
  isView: boolean;
  jar: Jar | undefined;
  clicks: { timeMs: number; values: PipelineValues }[];
};

/** A visitor who is recognized by the cookie or, in cookieless mode, by address and user agent. */
type Jar = {
  cookie: string;
  /** Time of the last visit to each campaign, in minutes. */
  seen: Map<string, number>;
  /** The visitor's visits, newest first, at most five. A prefetched visit is not counted yet. */
  visits: { visit: PastVisit; isPrefetch: boolean }[];
};

type VisitAnswer = { chosen: PipelineValues; clickId: string; cookie: string; isView: boolean };

const visitsMax = 5;
const dayMinutes = 24 * 60;
const dayMs = dayMinutes * 60_000;
const noFacts = { counts: {}, cost: 0n, revenue: 0n, value: 0n, idx: 0, status: '' };
const minuteOf = (timeMs: number) => Math.floor(timeMs / 60_000);

/** Sends visits, clicks and tags to the edge and computes the expected rows independently. */
export class PipelineVisits {
  readonly visits: PastVisit[] = [];
  readonly rows: ModelRow[] = [];
  readonly #pipeline: PipelineLab;
  readonly #campaigns: readonly PipelineCampaign[];
  readonly #isByCookie: boolean;
  readonly #jars = new Map<string, Jar>();

  constructor(pipeline: PipelineLab, campaigns: readonly PipelineCampaign[], isByCookie: boolean) {
    this.#pipeline = pipeline;
    this.#campaigns = campaigns;
    this.#isByCookie = isByCookie;
  }

  /** Returns undefined for a browser without cookies. In cookieless mode, a visitor is recognized for one UTC day. */
  #jarOf({ jar, location, agent }: PipelineClient): Jar | undefined {
    if (this.#isByCookie && jar >= pipelineJars) return undefined;
    const day = Math.floor(this.#pipeline.lab.clock.ms / dayMs);
    const name = this.#isByCookie ? String(jar) : `${day} ${location} ${agent}`;
    const known = this.#jars.get(name) ?? { cookie: '', seen: new Map(), visits: [] };
    this.#jars.set(name, known);
    return known;
  }

  /** Returns a visit with a click ID. The newest visit has index 0. */
  pastVisit(past: number): PastVisit | undefined {
    return this.visits.filter(({ clickId }) => clickId !== '').at(-1 - past);
  }

  rowOf({ id, timeMs, values, tags }: PastVisit): ModelRow {
    return { ...noFacts, visitTimeMs: timeMs, visitId: id, values, tags };
  }

  async visit(action: PipelineVisitAction): Promise<void> {
    const campaign = pick(this.#campaigns, action.campaign);
    const isPixel = action.place === 'pixel';
    const visit = { ...action, client: chooseClient(action, campaign) };
    const answered = isPixel
      ? await this.#requestPixel(visit, campaign)
      : campaign.direct === null
        ? await this.#follow(visit, campaign)
        : await this.#reportVisit(visit, campaign);
    this.#record(visit, campaign, answered);
  }

  async #follow({ client, link }: PipelineVisitAction, campaign: PipelineCampaign): Promise<VisitAnswer> {
    const request = describeRequest(client, this.#jarOf(client)?.cookie);
    const answer = await this.#pipeline.edge.send(`/c/${campaign.id}?${writeLink(campaign, link)}`, request);
    const { chosen, clickId } = readDestination(campaign, answer);
    return { chosen, clickId, cookie: keptCookie(answer), isView: chosen['landing'] !== null };
  }

  async #requestPixel(
    { client, link }: PipelineVisitAction,
    campaign: PipelineCampaign,
  ): Promise<VisitAnswer> {
    const request = describeRequest(client, this.#jarOf(client)?.cookie);
    const query = `c=${campaign.id}&${writeLink(campaign, link)}`;
    const answer = await this.#pipeline.edge.send(`/p.gif?${query}`, request);
    return { chosen: nothingChosen, clickId: '', cookie: keptCookie(answer), isView: false };
  }

  async #reportVisit(
    { client, link, place }: PipelineVisitAction,
    campaign: PipelineCampaign,
  ): Promise<VisitAnswer> {
    const { headers } = describeRequest(client);
    const isLanding = place === 'page';
    const page = `${campaign.direct?.page}${isLanding ? '/' : '/other'}?${writeLink(campaign, link)}#part`;
    const [referrer] = pick(pipelineReferrers, client.referrer);
    const content = { c: campaign.id, u: page, r: referrer, m: this.#jarOf(client)?.cookie ?? '' };
    const { body } = await report(this.#pipeline.edge, content, { ...headers, referer: page });
    const { cid, m } = JSON.parse(body) as { cid: string; m: string | null };
    if (campaign.isPaused) return { chosen: nothingChosen, clickId: cid, cookie: m ?? '', isView: false };
    const offer = pick([...campaign.offers.values()], 0);
    const chosen = {
      path: campaign.direct?.pathId ?? null,
      landing: isLanding ? pick([...campaign.landings.values()], 0) : null,
      offer: offer.id,
      affiliateNetwork: offer.networkId,
    };
    return { chosen, clickId: cid, cookie: m ?? '', isView: true };
  }

  #record({ client, link }: PipelineVisitAction, campaign: PipelineCampaign, answered: VisitAnswer): void {
    const timeMs = this.#pipeline.lab.clock.ms;
    const jar = this.#jarOf(client);
    const { isBot, isPrefetch, isHead } = kindOf(client);
    const isCounted = !isBot && !isHead && (!isPrefetch || campaign.includesPrefetch);
    const seenAt = jar?.seen.get(campaign.id);
    const isUnique = seenAt === undefined || minuteOf(timeMs) - seenAt >= dayMinutes;
    const values = { ...valuesOf(campaign, client, link), ...answered.chosen };
    const id = `visit ${this.visits.length}`;
    const { clickId, isView } = answered;
    const visit = {
      id,
      campaign,
      timeMs,
      values,
      tags: tagsOf(link.tags),
      clickId,
      isUnique,
      isView,
      jar,
      clicks: [],
    };
    this.visits.push(visit);
    const counts = {
      visits: isCounted ? 1 : 0,
      uniqueVisits: isCounted && isUnique ? 1 : 0,
      botVisits: isBot ? 1 : 0,
      prefetchVisits: isPrefetch && !isBot ? 1 : 0,
      lpviews: isCounted && isView ? 1 : 0,
    };
    this.rows.push({ ...this.rowOf(visit), counts, cost: visitCost(campaign, isUnique, link) });
    if (jar === undefined) return;
    jar.cookie = answered.cookie;
    const staysPrefetch = isPrefetch && !isCounted && !isBot;
    if (this.#isByCookie)
      jar.visits = [{ visit, isPrefetch: staysPrefetch }, ...jar.visits].slice(0, visitsMax);
    if (!staysPrefetch) jar.seen.set(campaign.id, minuteOf(timeMs));
  }

  async click(action: PipelineClickAction): Promise<void> {
    const { by, client } = action;
    if (by === 'campaign') return await this.#clickWithoutVisit(action);
    const named = by === 'id' ? this.pastVisit(action.past) : undefined;
    const jar = by === 'id' ? named?.jar : this.#jarOf(client);
    const jarVisit = by === 'id' ? jar?.visits.find(({ visit }) => visit === named) : jar?.visits[0];
    const visit = named ?? jarVisit?.visit;
    if (visit === undefined) return;
    // The click has no referrer, because a referrer could identify a different visit by the same browser.
    const request = describeRequest({ ...client, referrer: 0 }, jar?.cookie);
    const query = by === 'id' ? `?cid=${visit.clickId}` : '';
    const answer = await this.#pipeline.edge.send(`${linkPath(action)}${query}`, request);
    const { offer = null, affiliateNetwork = null } = readDestination(visit.campaign, answer).chosen;
    const { isBot, isPrefetch } = kindOf(client);
    const to = { offer, affiliateNetwork };
    if (offer !== null && !isBot && !isPrefetch)
      visit.clicks.push({ timeMs: this.#pipeline.lab.clock.ms, values: to });
    const values = { ...visit.values, ...to };
    this.rows.push({ ...this.rowOf(visit), values, counts: { lpclicks: isBot || isPrefetch ? 0 : 1 } });
    if (jar === undefined || jarVisit?.isPrefetch !== true || isBot || isPrefetch) return;
    jar.cookie = keptCookie(answer);
    this.#confirm(jar, jarVisit);
  }

  #confirm(jar: Jar, jarVisit: Jar['visits'][number]): void {
    const { visit } = jarVisit;
    jarVisit.isPrefetch = false;
    jar.seen.set(visit.campaign.id, minuteOf(this.#pipeline.lab.clock.ms));
    const counts = {
      visits: 1,
      uniqueVisits: visit.isUnique ? 1 : 0,
      prefetchVisits: -1,
      lpviews: visit.isView ? 1 : 0,
    };
    this.rows.push({ ...this.rowOf(visit), counts });
  }

  /** Sends a click that identifies only the campaign and therefore has no visit. */
  async #clickWithoutVisit(action: PipelineClickAction): Promise<void> {
    const { client, link } = action;
    const campaign = pick(this.#campaigns, action.campaign);
    const query = `c=${campaign.id}&${writeLink(campaign, link)}`;
    const answer = await this.#pipeline.edge.send(`${linkPath(action)}?${query}`, describeRequest(client));
    const { isBot, isPrefetch } = kindOf(client);
    this.rows.push({
      ...noFacts,
      visitTimeMs: this.#pipeline.lab.clock.ms,
      visitId: null,
      values: { ...valuesOf(campaign, client, link), ...readDestination(campaign, answer).chosen },
      tags: tagsOf(link.tags),
      counts: { lpclicks: isBot || isPrefetch ? 0 : 1 },
    });
  }

  async addTags({ past, tags }: { past: number; tags: readonly number[] }): Promise<void> {
    const visit = this.pastVisit(past);
    if (visit === undefined) return;
    const sent = tags.map((tag) => pick(pipelineTags, tag)[0]);
    const { status } = await report(this.#pipeline.edge, { cid: visit.clickId, t: sent });
    if (status !== 204) throw new Error(`tags were answered with ${status}`);
    this.rows.push({ ...this.rowOf(visit), tags: tagsOf(tags) });
  }
}
