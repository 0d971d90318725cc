import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WaypostError } from '../../src/platform/errors.ts';
import { withdrawCostEntry } from '../../src/services/costs/cost-entries.ts';
import { createCostEntry } from '../../src/services/costs/enter-cost.ts';
import {
  makeAttributionCampaign,
  openAttributionLab,
  type AttributionCampaign,
  type AttributionLab,
} from '../../src/testing/attribution/attribution-lab.ts';
import { finishCost } from '../../src/testing/attribution/cost-lab.ts';
import { describeLightStores } from '../../src/testing/light-stores.ts';
import { ConversionModel, toModelUnits } from '../../src/testing/models/conversion-model.ts';
import { CostModel, type ModelCost } from '../../src/testing/models/cost-model.ts';
import {
  costCharge,
  decimalText,
  moneyEvent,
  moneyRates,
  moneySetting,
  readMoneySums,
  sendMoneyEvent,
  setUpMoney,
  writeModelSums,
  type MoneyEvent,
  type MoneySetting,
} from '../../src/testing/models/money-history.ts';
import { rounds } from '../../src/testing/rounds.ts';

const dayMs = 86_400_000;
let lab: AttributionLab;

/** Returns a day that has ended in every time zone: the latest such day, or `back` days before it. */
function dayBefore(back: number): string {
  return new Date(lab.clock.ms - (back + 2) * dayMs).toISOString().slice(0, 10);
}

const site = fc.constantFrom('a', 'b');
const visit = fc.record({ back: fc.nat(3), token: site, cost: fc.oneof(fc.constant('0'), decimalText) });
const cost = fc.record({
  back: fc.nat(3),
  days: fc.nat(3),
  token: fc.option(site, { freq: 2 }),
  charge: costCharge,
  currency: fc.constantFrom('USD', 'USD', 'EUR', 'JPY', 'GBP'),
  withdrawOverlapping: fc.boolean(),
});
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ event: moneyEvent }) },
  { weight: 2, arbitrary: fc.record({ visit }) },
  { weight: 3, arbitrary: fc.record({ cost }) },
  { weight: 2, arbitrary: fc.record({ withdraw: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ workers: fc.integer({ min: 1, max: 30 }) }) },
);
type CostStep = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
type Visit = typeof visit extends fc.Arbitrary<infer Value> ? Value : never;

class History {
  readonly mine: AttributionCampaign;
  readonly #setting: MoneySetting;
  readonly #terms: Awaited<ReturnType<typeof setUpMoney>>;
  readonly #costs = new CostModel(moneyRates);
  readonly #visits: { visitId: string; clickId: string; own: bigint; model: ConversionModel }[] = [];

  constructor(
    mine: AttributionCampaign,
    setting: MoneySetting,
    terms: Awaited<ReturnType<typeof setUpMoney>>,
  ) {
    this.mine = mine;
    this.#setting = setting;
    this.#terms = terms;
  }

  async apply(next: CostStep): Promise<void> {
    lab.clock.ms += 10;
    if ('event' in next) await this.#send(next.event);
    else if ('visit' in next) await this.#visit(next.visit);
    else if ('cost' in next) {
      const { back, days, charge, ...rest } = next.cost;
      await this.enter({ ...rest, ...charge, from: dayBefore(back + days), to: dayBefore(back) });
    } else if ('withdraw' in next) await this.#withdraw(next.withdraw);
    else await this.work(next.workers);
  }

  async #visit({ back, token, cost: own }: Visit): Promise<void> {
    // Visit times are distinct so that the last visit is well defined.
    const day = dayBefore(back);
    const timeMs = Date.parse(`${day}T12:00:00Z`) + this.#visits.length;
    const cells = { ...this.#terms.cells, token1: token, cost: own };
    const recorded = await this.mine.visit(cells, { ageMs: lab.clock.ms - timeMs });
    this.#costs.visits.push({ visitId: recorded.visitId, day, timeMs, token });
    this.#visits.push({ ...recorded, own: toModelUnits(own), model: new ConversionModel(this.#terms.terms) });
  }

  async #send(event: MoneyEvent): Promise<void> {
    const target = this.#visits.at(-1 - event.visit);
    if (target === undefined) throw new Error('no visit has been recorded');
    await sendMoneyEvent(this.mine, event, { ...target, receivedMs: lab.clock.ms, setting: this.#setting });
  }

  async enter({ token, ...given }: ModelCost): Promise<void> {
    const context = { ...this.mine.context, traffic: lab.traffic };
    const tokens = token === null ? {} : { token1: token };
    const campaign = this.mine.campaign.id;
    const entered = await createCostEntry(context, { ...given, tokens, campaign }).catch(ignoreRejection);
    expect(entered !== undefined).toBe(this.#costs.mayEnter({ token, ...given }));
    if (entered !== undefined) this.#costs.enter({ token, ...given }, entered.id);
  }

  async #withdraw(index: number): Promise<void> {
    const entry = this.#costs.entries[index % Math.max(1, this.#costs.entries.length)];
    if (entry === undefined) return;
    const withdrawn = await withdrawCostEntry(this.mine.context, entry.id).catch(ignoreRejection);
    expect(withdrawn !== undefined).toBe(this.#costs.withdraw(entry));
  }

  async work(batch: number): Promise<void> {
    await lab.work(batch);
    // Conversion costs must be recorded before they can be replaced.
    await lab.ship();
    for (const { id } of this.#costs.entries) await finishCost(lab.worker, id);
    const own = new Map(
      this.#visits.map((one) => [one.visitId, one.own + (one.model.sums().get('cost') ?? 0n)]),
    );
    this.#costs.work((visitId) => new Map([['', own.get(visitId) ?? 0n]]));
  }

  expectedSums(): Map<string, Record<string, string>> {
    const all = this.#visits.map(({ visitId, own, model }): [string, Record<string, string>] => {
      const sums = model.sums();
      const total = (sums.get('cost') ?? 0n) + own + (this.#costs.sums(visitId).get('') ?? 0n);
      return [visitId, writeModelSums(sums.set('cost', total))];
    });
    return new Map(all.filter(([, sums]) => Object.keys(sums).length > 0));
  }
}

function ignoreRejection(error: unknown): undefined {
  const isRejection = error instanceof WaypostError && ['CONFLICT', 'VALIDATION_FAILED'].includes(error.code);
  if (!isRejection) throw error;
  return undefined;
}

describeLightStores('events and costs with traffic in %s', (store) => {
  beforeAll(async () => {
    lab = await openAttributionLab(store);
  });

  afterAll(() => lab.close());

  test(
    'result in the same sums as the model for any history',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          moneySetting,
          fc.array(visit, { minLength: 3, maxLength: 6 }),
          fc.array(step, { minLength: 5, maxLength: 25 }),
          async (setting, visits, steps) => {
            const mine = await makeAttributionCampaign(lab);
            const history = new History(mine, setting, await setUpMoney(mine, setting));
            for (const one of visits) await history.apply({ visit: one });
            // Every history contains an entry that is distributed and then replaced by another entry.
            const all = { from: dayBefore(9), to: dayBefore(0), token: null, currency: 'EUR' };
            for (const amount of ['10', '1234.567890123457']) {
              await history.enter({ ...all, mode: 'add', amount, withdrawOverlapping: true });
              await history.work(10);
            }
            for (const one of steps) await history.apply(one);
            lab.clock.ms += 1_000;
            await history.work(10);
            expect(await readMoneySums(lab.address, mine.workspaceId)).toEqual(history.expectedSums());
          },
        ),
        { numRuns: rounds(2, 40) },
      );
    },
    rounds(600_000, 1_800_000),
  );
});
