/** However busy, a connection has to be allowed anew after so long. */
export const connectionDays = 180;

/** One that was not used for so long has ended: its last refresh token has. */
export const idleDays = 30;
