import { attributeMacros, type AttributeMacros } from './attribute-lists.ts';

type MacroDescription = {
  /** What it is replaced by, as a phrase. */
  meaning: string;
  /** Other names that people bring along from elsewhere. */
  aliases?: readonly string[];
  /** Known only once something has been reported: it is empty in the URLs of landings and offers. */
  postbacksOnly?: true;
};

const named = {
  clickid: { meaning: 'the id of the visit, which incoming events name', aliases: ['cid', 'subid'] },
  cost: { meaning: 'what the visit cost', aliases: ['clickcost'] },
  payout: { meaning: 'what the offer pays; in postbacks, what the event brought', aliases: ['revenue'] },
  currency: { meaning: 'the currency of these amounts' },
  campaignid: { meaning: 'the id of the campaign' },
  campaignname: { meaning: 'the name of the campaign', aliases: ['campaign'] },
  sourcename: {
    meaning: 'the name of the traffic source',
    aliases: ['source', 'trafficsource', 'trafficsourcename'],
  },
  rotatorname: { meaning: 'the name of the rotator', aliases: ['rotator', 'flowname'] },
  pathname: { meaning: 'the name of the path', aliases: ['path'] },
  landingname: { meaning: 'the name of the landing', aliases: ['landing', 'lander', 'landername'] },
  offername: { meaning: 'the name of the offer', aliases: ['offer'] },
  continent: { meaning: 'the continent of the visitor, such as `EU`' },
  timestamp: { meaning: 'the moment of the visit in seconds since 1970', aliases: ['unixtime'] },
  date: { meaning: 'its date in the timezone of the workspace, such as `2026-12-31`' },
  event: { meaning: 'the event that was reported', postbacksOnly: true },
  status: { meaning: 'its status', aliases: ['cnvstatus'], postbacksOnly: true },
  eventtime: {
    meaning: 'the moment in which it came, in seconds since 1970',
    aliases: ['conversiontime'],
    postbacksOnly: true,
  },
  txid: { meaning: 'its transaction id', aliases: ['tid', 'transactionid'], postbacksOnly: true },
  postbackid: { meaning: 'the id of the postback, the same in each of its attempts', postbacksOnly: true },
} as const satisfies Record<string, MacroDescription>;

/** Macros of what is recorded of a visit. */
export type AttributeMacro = keyof AttributeMacros;

/** The closed list that `{name}` in a URL is looked up in, besides `{param.NAME}`. */
export type MacroName = keyof typeof named | AttributeMacro;

export const macros: Readonly<Record<MacroName, MacroDescription>> = { ...named, ...attributeMacros };

export const macroNames = Object.keys(macros) as MacroName[];

const bySpelling = new Map<string, MacroName>(
  macroNames.flatMap((name) => [name, ...(macros[name].aliases ?? [])].map((spelling) => [spelling, name])),
);

/** Every way in which a macro may be written, names before aliases of the same one. */
export const macroSpellings: readonly string[] = [...bySpelling.keys()];

/** What a name in braces stands for. Case and underscores do not count, so that `External_ID` is known too. */
export function findMacro(name: string): MacroName | undefined {
  return bySpelling.get(name.toLowerCase().replaceAll('_', ''));
}
