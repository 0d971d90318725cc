/** Signs on rows that came before the visit they belong to. Both stores look for them, and people see the first two. */

/** The visit was not there when the row was stored. */
export const visitUnknown = 'visit-unknown';
/** It was not, but it came later, and the row says by now what it says. */
export const visitLate = 'visit-late';
/** Takes back a row that was stored without its visit. */
export const withdrawn = 'withdrawn';
