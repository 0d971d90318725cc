/** A key that a campaign takes events by: for good, or until then because another took its place. */
export type IncomingKey = { key: string; untilMs: number | null };
