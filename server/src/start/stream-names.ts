/**
 * What an edge process writes, each in a folder of that name: the rows of visits, those that belong to a visit and take
 * its properties over, and incoming events as they came, which PostgreSQL gets.
 */
export const streamNames = ['visits', 'clicks', 'inbox'] as const;
export type StreamName = (typeof streamNames)[number];
