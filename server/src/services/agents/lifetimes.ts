/** Maximum lifetime of a connection, no matter how often it is used. */
export const connectionDays = 180;

/** Lifetime of refresh tokens. A connection that is not used for this long expires. */
export const idleDays = 30;
