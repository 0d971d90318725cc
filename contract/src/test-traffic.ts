/**
 * The tag of test visits. A visit whose link carries it, and everything that follows from it, is left out of all figures
 * unless somebody asks for it. Lists of single events show it.
 */
export const testTag = 'waypost-test';
