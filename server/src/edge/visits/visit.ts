import type { rotatorFields, UniqueScope } from '@waypost/contract/conditions.ts';
import { tokenNames, type TokenName } from '@waypost/contract/visit-attributes.ts';
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

/** What conditions of rotators ask for by name. */
type VisitFact = Extract<FactField, keyof typeof rotatorFields>;

const tokens = Object.fromEntries(
  tokenNames.map((name, at): [TokenName, ReadFact] => [name, ({ source }) => source.tokens[at]]),
) as Record<TokenName, ReadFact>;

const byName: Readonly<Record<VisitFact, ReadFact>> = {
  country: ({ classified }) => classified.place.country,
  region: ({ classified }) => classified.place.region,
  city: ({ classified }) => classified.place.city,
  continent: ({ classified }) => classified.place.continent,
  isp: ({ classified }) => classified.place.isp,
  asn: ({ classified }) => classified.place.asn,
  connectionType: ({ classified }) => classified.place.connectionType,
  datacenter: ({ classified }) => classified.place.isDatacenter,
  ip: ({ arrival }) => arrival.address,
  deviceType: ({ classified }) => classified.device.deviceType,
  deviceBrand: ({ classified }) => classified.device.deviceBrand,
  deviceModel: ({ classified }) => classified.device.deviceModel,
  os: ({ classified }) => classified.device.os,
  osVersion: ({ classified }) => classified.device.osVersion,
  browser: ({ classified }) => classified.device.browser,
  browserVersion: ({ classified }) => classified.device.browserVersion,
  language: ({ classified }) => classified.language,
  // Where a click comes from is the landing; where its visit came from is known if the browser kept it.
  referrer: ({ isClick, keptValues, classified }) =>
    isClick ? keptValues?.get('referrer') : classified.referrer,
  referrerDomain: ({ isClick, keptValues, classified }) =>
    isClick ? keptValues?.get('referrerdomain') : classified.referrerDomain,
  userAgent: ({ arrival }) => arrival.userAgent,
  bot: ({ classified }) => classified.isBot,
  prefetch: ({ classified }) => classified.isPrefetch,
  campaign: ({ campaign }) => campaign?.id,
  trafficSource: ({ campaign }) => campaign?.document.source.id,
  ...tokens,
};

// In a map: a property that is found by ever other names takes longer to find.
const readers: ReadonlyMap<string, ReadFact> = new Map(Object.entries(byName));

/** What conditions and macros ask of a visit. */
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

/** One visit on its way through the steps. What is dear is worked out when it is first asked for, and once. */
export class Visit {
  readonly edge: EdgeContext;
  readonly arrival: VisitRequest;
  readonly campaignId: string;
  readonly timeMs: number;
  /** When the visit was; a landing click comes later. */
  readonly visitTimeMs: number;
  readonly id: string;
  readonly isClick: boolean;
  /** What conditions and macros ask for. */
  readonly facts: ConditionFacts = new VisitFacts(this);
  readonly reasons: string[] = [];
  /** Undefined where no campaign has the id. */
  campaign: ServedCampaign | undefined;
  route: Route | undefined;
  destination: string | undefined;
  /** What is recorded of it; undefined where that is the destination itself. */
  keptUrl: string | undefined;
  outcome: VisitOutcome | undefined;
  /** Of a landing click: what its visit said. */
  keptValues: KeptValues | undefined;
  isUnique = false;
  cost = '0';
  #query: Query | undefined;
  #classified: Classified | undefined;
  #source: SourceValues | undefined;
  #memory: VisitorMemory | undefined;
  #clickId: string | undefined;

  /** A landing click has the id of its visit. */
  constructor(edge: EdgeContext, campaignId: string, arrival: VisitRequest, id?: string) {
    this.edge = edge;
    this.arrival = arrival;
    this.campaignId = campaignId;
    this.timeMs = arrival.timeMs;
    this.id = id ?? edge.newId(this.timeMs);
    this.isClick = id !== undefined;
    this.visitTimeMs = id === undefined ? this.timeMs : timeOfId(id);
  }

  get isCapped(): (recordId: string) => boolean {
    return (recordId) => this.edge.snapshot.isFull(recordId, this.timeMs);
  }

  get query(): Query {
    return (this.#query ??= parseQuery(this.arrival.url));
  }

  get classified(): Classified {
    return (this.#classified ??= this.edge.classifier.classify(this.arrival));
  }

  get source(): SourceValues {
    return (this.#source ??=
      this.campaign === undefined ? noValues : this.campaign.readSource((name) => this.query.get(name)));
  }

  setSource(source: SourceValues): void {
    this.#source = source;
  }

  /** A parameter of the link, or of the link of the visit that a click belongs to. */
  param(name: string): string | undefined {
    return filledValue(this.query.get(name)) ?? this.keptValues?.get(`param.${name}`);
  }

  get memory(): VisitorMemory {
    return (this.#memory ??= this.edge.recall(this.arrival, this.campaign?.visitors ?? 'cookieless'));
  }

  /** Empty for a visit without a campaign, which no event can name. */
  get clickId(): string {
    return (this.#clickId ??=
      this.campaign === undefined ? '' : this.edge.clickIds.encode(this.id, this.campaign.number));
  }

  /** Whether it is counted as a person's: bots never are, prefetches where the campaign says so, a HEAD never. */
  get isCounted(): boolean {
    const { isBot, isPrefetch } = this.classified;
    if (isBot || this.arrival.method === 'HEAD') return false;
    return !isPrefetch || this.campaign?.includePrefetch === true;
  }

  /** Of the campaign, the rotator's paths or the workspace: whether the visitor was not seen there in the window. */
  isUniqueFor(scope: UniqueScope, windowHours: number | undefined): boolean {
    if (this.campaign === undefined) return true;
    const { workspaceId, id: campaignId, rotatorId } = this.campaign;
    const id = scope === 'workspace' ? workspaceId : scope === 'campaign' ? campaignId : rotatorId;
    return this.memory.isUnique(id, windowHours, this.timeMs);
  }
}
