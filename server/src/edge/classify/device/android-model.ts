// Parts of the user agent's parenthesized comment that are not a model: language, architecture, form factor, engine,
// and `K`, which Chrome has sent instead of the model since 2023.
const noModel =
  /^(?:[A-Z]?[a-z]{1,3}(?:[-_](?:[A-Za-z]{2,4})?)?|[a-z]{2,3}-[A-Z][a-z]{3}-[A-Z]{2}|wv|U|I|K|N|Mobile|Tablet|Phone|TV|rv:.*|arm.*|aarch64|x86.*|Linux.*|Android.*|HarmonyOS.*|HMSCore.*|GMSCore.*|Touch|Build\/.*|\d+dpi|\d+x\d+|compatible|Opera.*|VIDAA.*|Smart ?TV|SMART-TV|Unspecified Device|unknown)$/;
const lengthMax = 64;

/** Returns the model in `(Linux; Android 13; SM-A536B Build/TP1A; wv)`, or undefined if the browser hides it. */
export function androidModel(agent: string): string | undefined {
  const system = firstOf(agent, ['Android', 'HarmonyOS', 'Adr ']);
  if (system < 0) return undefined;
  const close = agent.indexOf(')', system);
  const inner = agent.slice(system, close < 0 ? undefined : bracketEnd(agent, close));
  const parts = inner.split(';', 12);
  for (const part of parts.slice(1)) {
    const model = cleanModel(part);
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

function bracketEnd(agent: string, close: number): number {
  // Skips parentheses inside the model, as in `moto g(7) power`.
  const open = agent.indexOf('(', agent.lastIndexOf(';', close));
  const isNested = open >= 0 && open < close;
  const next = isNested ? agent.indexOf(')', close + 1) : -1;
  return next < 0 ? close : next;
}

function cleanModel(part: string): string {
  let end = part.length;
  for (const mark of [' Build', ' MIUI', '/Build', ' AppleWebKit']) {
    const at = part.indexOf(mark);
    if (at >= 0 && at < end) end = at;
  }
  return part.slice(0, end).trim();
}
