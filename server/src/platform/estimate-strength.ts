import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as english } from '@zxcvbn-ts/language-en';

// Maximum number of characters to check. Checking more characters would take disproportionately long and hardly change
// the score.
const checkedMax = 40;
// Maximum number of leetspeak substitutions to try. With 500 substitutions, some passwords would take seconds.
const substitutionsMax = 50;

/** `score` ranges from 0 to 4. `warning` is an identifier from the estimator. */
export type Strength = { score: number; warning: string | null };

/**
 * Creates the estimator. Loading this module takes a third of a second and 30 MB of heap, so only a short-lived process
 * loads it.
 */
export function createEstimator(): (password: string, about: string[]) => Strength {
  const estimator = new ZxcvbnFactory({
    dictionary: { ...common, ...english },
    graphs: adjacencyGraphs,
    l33tMaxSubstitutions: substitutionsMax,
  });
  return (password, about) => {
    const checked = Array.from(password.normalize('NFKC')).slice(0, checkedMax).join('');
    const { score, feedback } = estimator.check(checked, about);
    return { score, warning: feedback.warning };
  };
}
