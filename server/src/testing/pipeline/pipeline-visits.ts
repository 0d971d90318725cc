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

/** A visit as whoever made it knows it. */
export type PastVisit = {
  id: string;
  campaign: PipelineCampaign;
  timeMs: number;
  values: PipelineValues;
  tags: string[];
  /** Empty where nobody was told. */
  clickId: string;
  isUnique: boolean;
  /** Whether somebody who made it saw a page of the campaign. */
  isView: boolean;
  jar: Jar | undefined;
  /** The offers that people came to from its page, in order. */
  clicks: { timeMs: number; values: PipelineValues }[];
};

/** A visitor as we may know them: by what the browser keeps for us, or without that by address and agent. */
type Jar = {
  cookie: string;
  /** When each campaign was last seen, to the minute. */
  seen: Map<string, number>;
  /** The newest first, five at most; those that were looked ahead are not counted yet. */
  visits: { visit: PastVisit; isAhead: boolean }[];
};

/** How a visit was answered, and what was seen of it. */
type Answered = { chosen: PipelineValues; clickId: string; cookie: string; isView: boolean };

const keptVisits = 5;
const dayMinutes = 24 * 60;
const dayMs = dayMinutes * 60_000;
const noFacts = { counts: {}, cost: 0n, revenue: 0n, value: 0n, idx: 0, status: '' };
const minuteOf = (timeMs: number) => Math.floor(timeMs / 60_000);

/** Visits, clicks and tags: sends them to the edge, and works out by itself what is true of them. */
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

  /** Undefined for a browser that keeps nothing. Without cookies a visitor is known for a day, by UTC. */
  #jarOf({ jar, place, agent }: PipelineClient): Jar | undefined {
    if (this.#isByCookie && jar >= pipelineJars) return undefined;
    const day = Math.floor(this.#pipeline.lab.clock.ms / dayMs);
    const name = this.#isByCookie ? String(jar) : `${day} ${place} ${agent}`;
    const known = this.#jars.get(name) ?? { cookie: '', seen: new Map(), visits: [] };
    this.#jars.set(name, known);
    return known;
  }

  /** Of those that can be named; the newest is 0. */
  pastVisit(past: number): PastVisit | undefined {
    return this.visits.filter(({ clickId }) => clickId !== '').at(-1 - past);
  }

  /** With nothing in it but what is true of the visit. */
  rowOf({ id, timeMs, values, tags }: PastVisit): ModelRow {
    return { ...noFacts, visitTimeMs: timeMs, visitId: id, values, tags };
  }

  async visit(given: PipelineVisitAction): Promise<void> {
    const campaign = pick(this.#campaigns, given.campaign);
    const isPixel = given.place === 'pixel';
    const visit = { ...given, client: chooseClient(given, campaign) };
    const answered = isPixel
      ? await this.#lookAtPixel(visit, campaign)
      : campaign.direct === null
        ? await this.#follow(visit, campaign)
        : await this.#reportVisit(visit, campaign);
    this.#keep(visit, campaign, answered);
  }

  async #follow({ client, link }: PipelineVisitAction, campaign: PipelineCampaign): Promise<Answered> {
    const request = describeRequest(client, this.#jarOf(client)?.cookie);
    const answer = await this.#pipeline.edge.send(`/c/${campaign.id}?${writeLink(campaign, link)}`, request);
    const { chosen, clickId } = readDestination(campaign, answer);
    return { chosen, clickId, cookie: keptCookie(answer), isView: chosen['landing'] !== null };
  }

  async #lookAtPixel({ client, link }: PipelineVisitAction, campaign: PipelineCampaign): Promise<Answered> {
    const request = describeRequest(client, this.#jarOf(client)?.cookie);
    const query = `c=${campaign.id}&${writeLink(campaign, link)}`;
    const answer = await this.#pipeline.edge.send(`/p.gif?${query}`, request);
    return { chosen: nothingChosen, clickId: '', cookie: keptCookie(answer), isView: false };
  }

  async #reportVisit(
    { client, link, place }: PipelineVisitAction,
    campaign: PipelineCampaign,
  ): Promise<Answered> {
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

  #keep({ client, link }: PipelineVisitAction, campaign: PipelineCampaign, answered: Answered): void {
    const timeMs = this.#pipeline.lab.clock.ms;
    const jar = this.#jarOf(client);
    const { isBot, isAhead, isHead } = kindOf(client);
    const isCounted = !isBot && !isHead && (!isAhead || campaign.includesPrefetch);
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
      prefetchVisits: isAhead && !isBot ? 1 : 0,
      lpviews: isCounted && isView ? 1 : 0,
    };
    this.rows.push({ ...this.rowOf(visit), counts, cost: visitCost(campaign, isUnique, link) });
    if (jar === undefined) return;
    jar.cookie = answered.cookie;
    const staysAhead = isAhead && !isCounted && !isBot;
    if (this.#isByCookie) jar.visits = [{ visit, isAhead: staysAhead }, ...jar.visits].slice(0, keptVisits);
    if (!staysAhead) jar.seen.set(campaign.id, minuteOf(timeMs));
  }

  async click(given: PipelineClickAction): Promise<void> {
    const { by, client } = given;
    if (by === 'campaign') return await this.#clickOfNobody(given);
    const named = by === 'id' ? this.pastVisit(given.past) : undefined;
    const jar = by === 'id' ? named?.jar : this.#jarOf(client);
    const kept = by === 'id' ? jar?.visits.find(({ visit }) => visit === named) : jar?.visits[0];
    const visit = named ?? kept?.visit;
    if (visit === undefined) return;
    // The page that it comes from could name another of the visits that the browser keeps.
    const request = describeRequest({ ...client, referrer: 0 }, jar?.cookie);
    const query = by === 'id' ? `?cid=${visit.clickId}` : '';
    const answer = await this.#pipeline.edge.send(`${linkPath(given)}${query}`, request);
    const { offer = null, affiliateNetwork = null } = readDestination(visit.campaign, answer).chosen;
    const { isBot, isAhead } = kindOf(client);
    const to = { offer, affiliateNetwork };
    if (offer !== null && !isBot && !isAhead)
      visit.clicks.push({ timeMs: this.#pipeline.lab.clock.ms, values: to });
    const values = { ...visit.values, ...to };
    this.rows.push({ ...this.rowOf(visit), values, counts: { lpclicks: isBot || isAhead ? 0 : 1 } });
    if (jar === undefined || kept?.isAhead !== true || isBot || isAhead) return;
    jar.cookie = keptCookie(answer);
    this.#confirm(jar, kept);
  }

  /** A browser had looked ahead, and now somebody clicks. */
  #confirm(jar: Jar, kept: Jar['visits'][number]): void {
    const { visit } = kept;
    kept.isAhead = false;
    jar.seen.set(visit.campaign.id, minuteOf(this.#pipeline.lab.clock.ms));
    const counts = {
      visits: 1,
      uniqueVisits: visit.isUnique ? 1 : 0,
      prefetchVisits: -1,
      lpviews: visit.isView ? 1 : 0,
    };
    this.rows.push({ ...this.rowOf(visit), counts });
  }

  /** Only the campaign is known: the click stands for itself. */
  async #clickOfNobody(given: PipelineClickAction): Promise<void> {
    const { client, link } = given;
    const campaign = pick(this.#campaigns, given.campaign);
    const query = `c=${campaign.id}&${writeLink(campaign, link)}`;
    const answer = await this.#pipeline.edge.send(`${linkPath(given)}?${query}`, describeRequest(client));
    const { isBot, isAhead } = kindOf(client);
    this.rows.push({
      ...noFacts,
      visitTimeMs: this.#pipeline.lab.clock.ms,
      visitId: null,
      values: { ...valuesOf(campaign, client, link), ...readDestination(campaign, answer).chosen },
      tags: tagsOf(link.tags),
      counts: { lpclicks: isBot || isAhead ? 0 : 1 },
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
