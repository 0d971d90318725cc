/**
 * Reasons in rows that arrived before their visit. Both traffic stores query these reasons, and users see the first
 * two.
 */

/** The visit was missing when the row was stored. */
export const visitUnknown = 'visit-unknown';
/** The visit arrived later, and the row was corrected. */
export const visitLate = 'visit-late';
/** Reverses a row that was stored without its visit. */
export const withdrawn = 'withdrawn';
