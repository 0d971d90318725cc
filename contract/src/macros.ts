export type MacroDescription = {
  /** What it is replaced by, as a phrase. */
  meaning: string;
  /** Other names that people bring along from elsewhere. */
  aliases?: readonly string[];
  /** Known only once something has been reported: it is empty in the URLs of landings and offers. */
  postbacksOnly?: true;
};

const tokenNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] as const;
type TokenName = `token${(typeof tokenNumbers)[number]}`;

const named = {
  clickid: { meaning: 'the id of the visit, which incoming events name', aliases: ['cid', 'subid'] },
  externalid: { meaning: 'the click id of the traffic source', aliases: ['extid', 'sourceclickid'] },
  cost: { meaning: 'what the visit cost', aliases: ['clickcost'] },
  payout: { meaning: 'what the offer pays; in postbacks, what the event brought', aliases: ['revenue'] },
  currency: { meaning: 'the currency of these amounts' },
  campaignid: { meaning: 'the id of the campaign' },
  campaignname: { meaning: 'the name of the campaign', aliases: ['campaign'] },
  sourceid: { meaning: 'the id of the traffic source', aliases: ['trafficsourceid'] },
  sourcename: {
    meaning: 'the name of the traffic source',
    aliases: ['source', 'trafficsource', 'trafficsourcename'],
  },
  rotatorid: { meaning: 'the id of the rotator', aliases: ['flowid'] },
  rotatorname: { meaning: 'the name of the rotator', aliases: ['rotator', 'flowname'] },
  ruleid: { meaning: 'the id of the rule that decided; empty for the default path' },
  pathid: { meaning: 'the id of the path' },
  pathname: { meaning: 'the name of the path', aliases: ['path'] },
  landingid: { meaning: 'the id of the landing', aliases: ['landerid'] },
  landingname: { meaning: 'the name of the landing', aliases: ['landing', 'lander', 'landername'] },
  offerid: { meaning: 'the id of the offer' },
  offername: { meaning: 'the name of the offer', aliases: ['offer'] },
  networkid: { meaning: 'the id of the affiliate network', aliases: ['affiliatenetworkid'] },
  country: { meaning: 'the country of the visitor, such as `DE`', aliases: ['countrycode', 'geo'] },
  region: { meaning: 'the region of the visitor' },
  city: { meaning: 'the city of the visitor' },
  continent: { meaning: 'the continent of the visitor, such as `EU`' },
  isp: { meaning: 'the network owner of the visitor’s address', aliases: ['carrier'] },
  asn: { meaning: 'the number of that network' },
  connection: {
    meaning: '`broadband`, `cellular`, `hosting` or `other`',
    aliases: ['connectiontype'],
  },
  device: { meaning: 'the kind of device, such as `mobile`', aliases: ['devicetype'] },
  brand: { meaning: 'the maker of the device', aliases: ['devicebrand'] },
  model: { meaning: 'the model of the device', aliases: ['devicemodel'] },
  os: { meaning: 'the operating system' },
  osversion: { meaning: 'its version' },
  browser: { meaning: 'the browser' },
  browserversion: { meaning: 'its version' },
  language: { meaning: 'the first language of the browser', aliases: ['lang'] },
  referrer: { meaning: 'the page that the visitor came from', aliases: ['referer'] },
  referrerdomain: { meaning: 'the domain of that page', aliases: ['refererdomain'] },
  ip: { meaning: 'the address of the visitor' },
  useragent: { meaning: 'the user agent of the browser', aliases: ['ua'] },
  timestamp: { meaning: 'the moment of the visit in seconds since 1970', aliases: ['unixtime'] },
  date: { meaning: 'its date in the timezone of the workspace, such as `2026-12-31`' },
  event: { meaning: 'the event that was reported', postbacksOnly: true },
  status: { meaning: 'its status', aliases: ['cnvstatus'], postbacksOnly: true },
  txid: { meaning: 'its transaction id', aliases: ['tid', 'transactionid'], postbacksOnly: true },
  postbackid: { meaning: 'the id of the postback, the same in each of its attempts', postbacksOnly: true },
} as const satisfies Record<string, MacroDescription>;

/** The closed list that `{name}` in a URL is looked up in, besides `{param.NAME}`. */
export type MacroName = keyof typeof named | TokenName;

export const macros: Readonly<Record<MacroName, MacroDescription>> = {
  ...named,
  ...(Object.fromEntries(tokenNumbers.map((index) => [`token${index}`, describeToken(index)])) as Record<
    TokenName,
    MacroDescription
  >),
};

export const macroNames = Object.keys(macros) as MacroName[];

const bySpelling = new Map<string, MacroName>(
  macroNames.flatMap((name) => [name, ...(macros[name].aliases ?? [])].map((spelling) => [spelling, name])),
);

/** What a name in braces stands for. Case and underscores do not count, so that `External_ID` is known too. */
export function findMacro(name: string): MacroName | undefined {
  return bySpelling.get(name.toLowerCase().replaceAll('_', ''));
}

function describeToken(index: number): MacroDescription {
  return { meaning: `token ${index} of the visit`, aliases: [`t${index}`, `subid${index}`, `var${index}`] };
}
