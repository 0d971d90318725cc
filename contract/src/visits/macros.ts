import { attributeMacros, type AttributeMacros } from './attribute-lists.ts';

type MacroDescription = {
  meaning: string;
  aliases?: readonly string[];
  /**
   * Set for macros whose values are known only after a conversion and are therefore empty in landing page and offer
   * URLs.
   */
  postbacksOnly?: true;
};

const named = {
  clickid: {
    meaning: 'click ID of the visit; the affiliate network sends it back with the conversion',
    aliases: ['cid', 'subid'],
  },
  cost: { meaning: 'cost of the visit', aliases: ['clickcost'] },
  payout: { meaning: 'payout of the offer; in postbacks, payout of the conversion', aliases: ['revenue'] },
  currency: { meaning: 'currency of `{cost}` and `{payout}`' },
  campaignid: { meaning: 'campaign ID' },
  campaignname: { meaning: 'campaign name', aliases: ['campaign'] },
  sourcename: {
    meaning: 'traffic source name',
    aliases: ['source', 'trafficsource', 'trafficsourcename'],
  },
  rotatorname: { meaning: 'rotator name', aliases: ['rotator', 'flowname'] },
  pathname: { meaning: 'path name', aliases: ['path'] },
  landingname: { meaning: 'landing page name', aliases: ['landing', 'lander', 'landername'] },
  offername: { meaning: 'offer name', aliases: ['offer'] },
  continent: { meaning: 'visitor’s continent, such as `EU`' },
  timestamp: { meaning: 'time of the visit as a Unix timestamp in seconds', aliases: ['unixtime'] },
  date: { meaning: 'date of the visit in the workspace time zone, such as `2026-12-31`' },
  event: { meaning: 'event name of the conversion', postbacksOnly: true },
  status: { meaning: 'status of the conversion', aliases: ['cnvstatus'], postbacksOnly: true },
  eventtime: {
    meaning: 'time of the incoming postback as a Unix timestamp in seconds',
    aliases: ['conversiontime'],
    postbacksOnly: true,
  },
  txid: {
    meaning: 'transaction ID of the conversion',
    aliases: ['tid', 'transactionid'],
    postbacksOnly: true,
  },
  postbackid: { meaning: 'postback ID; the same for all attempts', postbacksOnly: true },
} as const satisfies Record<string, MacroDescription>;

export type AttributeMacro = keyof AttributeMacros;

export type MacroName = keyof typeof named | AttributeMacro;

export const macros: Readonly<Record<MacroName, MacroDescription>> = { ...named, ...attributeMacros };

export const macroNames = Object.keys(macros) as MacroName[];

const bySpelling = new Map<string, MacroName>(
  macroNames.flatMap((name) => [name, ...(macros[name].aliases ?? [])].map((spelling) => [spelling, name])),
);

export const macroSpellings: readonly string[] = [...bySpelling.keys()];

/** Finds a macro by name or alias. Ignores case and underscores, so that `External_ID` is also found. */
export function findMacro(name: string): MacroName | undefined {
  return bySpelling.get(name.toLowerCase().replaceAll('_', ''));
}
