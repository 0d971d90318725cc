import type { UniqueScope } from '@waypost/contract/conditions/conditions.ts';
import type { VisitorField } from '@waypost/contract/rotators/evaluation.ts';
import { tokenNames, type TokenName } from '@waypost/contract/visits/visit-attributes.ts';
import type { ConditionFacts, FactField, FactValue } from '../../domain/conditions/index.ts';
import { filledValue, type SourceValues } from '../../domain/macros/index.ts';
import type { Route } from '../../domain/routing/index.ts';
import { timeOfId } from '../../platform/ids.ts';
import type { Classified } from '../classify/index.ts';
import type { EdgeContext } from '../edge-context.ts';
import type { VisitOutcome } from '../outcomes.ts';
import type { VisitRequest } from '../read-visit-request.ts';
import { parseQuery, type Query } from '../request/parse-query.ts';
import type { ServedCampaign } from '../snapshot/served-campaign.ts';
import type { KeptValues } from '../visitor/source-values-cookie.ts';
import type { VisitorMemory } from '../visitor/visitor-memory.ts';

type ReadFact = (visit: Visit) => FactValue | undefined;

const tokens = Object.fromEntries(
  tokenNames.map((name, at): [TokenName, ReadFact] => [name, ({ source }) => source.tokens[at]]),
) as Record<TokenName, ReadFact>;

const byName: Readonly<Record<VisitorField, ReadFact>> = {
  country: ({ classified }) => classified.location.country,
  region: ({ classified }) => classified.location.region,
  city: ({ classified }) => classified.location.city,
  continent: ({ classified }) => classified.location.continent,
  isp: ({ classified }) => classified.location.isp,
  asn: ({ classified }) => classified.location.asn,
  connectionType: ({ classified }) => classified.location.connectionType,
  datacenter: ({ classified }) => classified.location.isDatacenter,
  ip: ({ request }) => request.address,
  deviceType: ({ classified }) => classified.device.deviceType,
  deviceBrand: ({ classified }) => classified.device.deviceBrand,
  deviceModel: ({ classified }) => classified.device.deviceModel,
  os: ({ classified }) => classified.device.os,
  osVersion: ({ classified }) => classified.device.osVersion,
  browser: ({ classified }) => classified.device.browser,
  browserVersion: ({ classified }) => classified.device.browserVersion,
  language: ({ classified }) => classified.language,
  // The referrer of a click is the landing page; the referrer of its visit is known only from the cookie.
  referrer: ({ isClick, rememberedValues, classified }) =>
    isClick ? rememberedValues?.get('referrer') : classified.referrer,
  referrerDomain: ({ isClick, rememberedValues, classified }) =>
    isClick ? rememberedValues?.get('referrerdomain') : classified.referrerDomain,
  userAgent: ({ request }) => request.userAgent,
  bot: ({ classified }) => classified.isBot,
  prefetch: ({ classified }) => classified.isPrefetch,
  campaign: ({ campaign }) => campaign?.id,
  trafficSource: ({ campaign }) => campaign?.document.source.id,
  ...tokens,
};

// This is a Map, because looking up varying property names is slower on an object.
const readers: ReadonlyMap<string, ReadFact> = new Map(Object.entries(byName));

export class VisitFacts implements ConditionFacts {
  readonly #visit: Visit;

  constructor(visit: Visit) {
    this.#visit = visit;
  }

  get timeMs(): number {
    return this.#visit.visitTimeMs;
  }

  value(field: FactField): FactValue | undefined {
    return readers.get(field)?.(this.#visit);
  }

  param(name: string): string | undefined {
    return this.#visit.param(name);
  }

  isUnique(scope: UniqueScope, windowHours: number | undefined): boolean {
    return this.#visit.isUniqueFor(scope, windowHours);
  }
}

const noValues: SourceValues = { externalId: undefined, cost: undefined, tokens: [] };

/** State of one visit or landing-page click while it is handled. Expensive values are computed on first use. */
export class Visit {
  readonly edge: EdgeContext;
  readonly request: VisitRequest;
  readonly campaignId: string;
  readonly timeMs: number;
  /** Time of the visit; earlier than `timeMs` for a landing-page click. */
  readonly visitTimeMs: number;
  readonly id: string;
  readonly isClick: boolean;
  readonly facts: ConditionFacts = new VisitFacts(this);
  readonly reasons: string[] = [];
  campaign: ServedCampaign | undefined;
  route: Route | undefined;
  destination: string | undefined;
  /** URL template to record instead of the destination; undefined if the destination itself is recorded. */
  recordedUrl: string | undefined;
  outcome: VisitOutcome | undefined;
  rememberedValues: KeptValues | undefined;
  isUnique = false;
  cost = '0';
  #query: Query | undefined;
  #classified: Classified | undefined;
  #source: SourceValues | undefined;
  #memory: VisitorMemory | undefined;
  #clickId: string | undefined;

  /** For a landing-page click, `id` is the ID of its visit. */
  constructor(edge: EdgeContext, campaignId: string, request: VisitRequest, id?: string) {
    this.edge = edge;
    this.request = request;
    this.campaignId = campaignId;
    this.timeMs = request.timeMs;
    this.id = id ?? edge.newId(this.timeMs);
    this.isClick = id !== undefined;
    this.visitTimeMs = id === undefined ? this.timeMs : timeOfId(id);
  }

  get isCapped(): (recordId: string) => boolean {
    return (recordId) => this.edge.snapshot.isFull(recordId, this.timeMs);
  }

  get query(): Query {
    return (this.#query ??= parseQuery(this.request.url));
  }

  get classified(): Classified {
    return (this.#classified ??= this.edge.classifier.classify(this.request));
  }

  get source(): SourceValues {
    return (this.#source ??=
      this.campaign === undefined ? noValues : this.campaign.readSource((name) => this.query.get(name)));
  }

  setSource(source: SourceValues): void {
    this.#source = source;
  }

  param(name: string): string | undefined {
    return filledValue(this.query.get(name)) ?? this.rememberedValues?.get(`param.${name}`);
  }

  get memory(): VisitorMemory {
    return (this.#memory ??= this.edge.recall(this.request, this.campaign?.visitors ?? 'cookieless'));
  }

  get clickId(): string {
    return (this.#clickId ??=
      this.campaign === undefined ? '' : this.edge.clickIds.encode(this.id, this.campaign.number));
  }

  /**
   * True if the visit is counted as a person's visit. Bots and HEAD requests are not counted, and prefetches are
   * counted only if the campaign includes them.
   */
  get isCounted(): boolean {
    const { isBot, isPrefetch } = this.classified;
    if (isBot || this.request.method === 'HEAD') return false;
    return !isPrefetch || this.campaign?.includePrefetch === true;
  }

  isUniqueFor(scope: UniqueScope, windowHours: number | undefined): boolean {
    if (this.campaign === undefined) return true;
    const { workspaceId, id: campaignId, rotatorId } = this.campaign;
    const id = scope === 'workspace' ? workspaceId : scope === 'campaign' ? campaignId : rotatorId;
    return this.memory.isUnique(id, windowHours, this.timeMs);
  }
}
