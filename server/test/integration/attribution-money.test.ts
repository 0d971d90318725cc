import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeAttributionCampaign,
  openAttributionLab,
  type AttributionLab,
} from '../../src/testing/attribution/attribution-lab.ts';
import { describeLightStores } from '../../src/testing/light-stores.ts';
import { ConversionModel } from '../../src/testing/models/conversion-model.ts';
import {
  moneyEvent,
  moneySetting,
  readMoneySums,
  sendMoneyEvent,
  setUpMoney,
  writeModelSums,
} from '../../src/testing/models/money-history.ts';
import { rounds } from '../../src/testing/rounds.ts';

describeLightStores('attributed amounts with traffic in %s', (store) => {
  let lab: AttributionLab;

  beforeAll(async () => {
    lab = await openAttributionLab(store);
  });

  afterAll(() => lab.close());

  test('matches the model for any history and any batch sizes', async () => {
    await fc.assert(
      fc.asyncProperty(
        moneySetting,
        fc.array(moneyEvent, { minLength: 1, maxLength: 25 }),
        fc.integer({ min: 1, max: 30 }),
        async (setting, events, batch) => {
          const mine = await makeAttributionCampaign(lab);
          const { terms, cells } = await setUpMoney(mine, setting);
          const visits = [await mine.visit(cells), await mine.visit(cells), await mine.visit(cells)].map(
            (visit) => ({ ...visit, model: new ConversionModel(terms) }),
          );
          for (const [at, event] of events.entries()) {
            const visit = visits[event.visit];
            if (visit !== undefined)
              await sendMoneyEvent(mine, event, { ...visit, receivedMs: lab.clock.ms + at, setting });
          }
          lab.clock.ms += 1_000;
          await lab.work(batch);
          await lab.ship();
          const sums = await readMoneySums(lab.address, mine.workspaceId);
          for (const { visitId, model } of visits)
            expect(sums.get(visitId) ?? {}).toEqual(writeModelSums(model.sums()));
        },
      ),
      { numRuns: rounds(4, 150) },
    );
  });
});
