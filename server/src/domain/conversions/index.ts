export type { Conversion } from './conversion.ts';
export type { GoalRow } from './conversion-rows.ts';
export { actionWithoutRules, loadGoals, type Goals } from './decide-goals.ts';
export { interpretPageEvent, withoutMoney } from './interpret-page-event.ts';
export { interpretEvent, sentAmount, type EventTerms, type Interpretation } from './interpret-event.ts';
export { incomingAliases, readIncoming, withDecimalMark, type IncomingEvent } from './read-incoming.ts';
export { rankOffers, type ClickedOffer, type CreditedOffer } from './rank-offers.ts';
export { readJsonPairs } from './read-json-pairs.ts';
export { mayChange, settledVerdicts, verdicts, type Verdict } from './verdicts.ts';
