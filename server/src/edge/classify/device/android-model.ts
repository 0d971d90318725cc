// Parts of the brackets that say something else: language, architecture, form, engine, and `K`, which Chrome puts in the
// place of every model since 2023.
const noModel =
  /^(?:[A-Z]?[a-z]{1,3}(?:[-_](?:[A-Za-z]{2,4})?)?|[a-z]{2,3}-[A-Z][a-z]{3}-[A-Z]{2}|wv|U|I|K|N|Mobile|Tablet|Phone|TV|rv:.*|arm.*|aarch64|x86.*|Linux.*|Android.*|HarmonyOS.*|HMSCore.*|GMSCore.*|Touch|Build\/.*|\d+dpi|\d+x\d+|compatible|Opera.*|VIDAA.*|Smart ?TV|SMART-TV|Unspecified Device|unknown)$/;
const lengthMax = 64;

/** The model in `(Linux; Android 13; SM-A536B Build/TP1A; wv)`; undefined where the browser keeps it to itself. */
export function androidModel(agent: string): string | undefined {
  const system = firstOf(agent, ['Android', 'HarmonyOS', 'Adr ']);
  if (system < 0) return undefined;
  const close = agent.indexOf(')', system);
  const inner = agent.slice(system, close < 0 ? undefined : bracketEnd(agent, close));
  const parts = inner.split(';', 12);
  for (const part of parts.slice(1)) {
    const model = cleaned(part);
    if (model !== '' && !noModel.test(model)) return model.slice(0, lengthMax);
  }
  return undefined;
}

function firstOf(agent: string, words: readonly string[]): number {
  for (const word of words) {
    const at = agent.indexOf(word);
    if (at >= 0) return at;
  }
  return -1;
}

/** Models such as `moto g(7) power` have brackets of their own. */
function bracketEnd(agent: string, close: number): number {
  const open = agent.indexOf('(', agent.lastIndexOf(';', close));
  const isWithin = open >= 0 && open < close;
  const next = isWithin ? agent.indexOf(')', close + 1) : -1;
  return next < 0 ? close : next;
}

function cleaned(part: string): string {
  let end = part.length;
  for (const mark of [' Build', ' MIUI', '/Build', ' AppleWebKit']) {
    const at = part.indexOf(mark);
    if (at >= 0 && at < end) end = at;
  }
  return part.slice(0, end).trim();
}
