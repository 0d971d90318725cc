import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as english } from '@zxcvbn-ts/language-en';

/** How many characters are looked at: what it takes grows faster than the text, and so many decide. */
const judgedMax = 40;
/** How many readings of letters written as digits and signs are tried. With ten times as many, some take seconds. */
const readingsMax = 50;

/** 0 to 4: up to how many guesses it holds out. `warning` is the estimator's word for what is wrong with it. */
export type Strength = { score: number; warning: string | null };

/** Loading this file takes a third of a second and 30 MB of heap: only a process that ends afterwards does. */
export function makeEstimator(): (password: string, about: string[]) => Strength {
  const estimator = new ZxcvbnFactory({
    dictionary: { ...common, ...english },
    graphs: adjacencyGraphs,
    l33tMaxSubstitutions: readingsMax,
  });
  return (password, about) => {
    const judged = Array.from(password.normalize('NFKC')).slice(0, judgedMax).join('');
    const { score, feedback } = estimator.check(judged, about);
    return { score, warning: feedback.warning };
  };
}
