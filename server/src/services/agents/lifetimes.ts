/** Maximum lifetime of a connection, however often it is used. */
export const connectionDays = 180;

/** Lifetime of refresh tokens: a connection that is unused for this long expires. */
export const idleDays = 30;
