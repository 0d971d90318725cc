/**
 * Tag of test visits. Event lists show test visits. Reports leave out test visits with their clicks and conversions,
 * unless a report explicitly includes them.
 */
export const testTag = 'waypost-test';
