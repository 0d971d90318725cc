/**
 * Tag of test visits. Event lists show test visits, but reports leave out test visits, their clicks and their
 * conversions unless the report asks for them.
 */
export const testTag = 'waypost-test';
