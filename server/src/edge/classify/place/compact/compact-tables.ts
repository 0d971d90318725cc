import type { Ipv4Tables } from './ipv4-numbers.ts';
import type { Ipv6Tables } from './ipv6-numbers.ts';
import type { TextTables } from './part-texts.ts';

/** All that a source knows, in a few arrays. Without `ipv6` it knows IPv4 addresses only. */
export type CompactTables = { ipv4: Ipv4Tables; ipv6?: Ipv6Tables | undefined; texts: TextTables };

export type CompactFacts = { builtAt: Date; tables: CompactTables };
