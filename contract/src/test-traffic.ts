/**
 * Tag of test visits. Reports leave out these visits and everything that follows from them unless
 * requested. Event lists show them.
 */
export const testTag = 'waypost-test';
