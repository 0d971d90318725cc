import type { CampaignDocument } from '../publishing/campaign-document.ts';
import { isUnfilledMacro, trimmed } from './is-unfilled-macro.ts';

type Source = Pick<CampaignDocument['source'], 'clickIdParam' | 'costParam' | 'tokens'>;
type ReadParam = (name: string) => string | undefined;

export type SourceValues = {
  externalId: string | undefined;
  cost: string | undefined;
  tokens: readonly (string | undefined)[];
};

const tokensCount = 15;
const defaultTokens = Array.from({ length: tokensCount }, (_, at) => ({
  index: at + 1,
  param: `token${at + 1}`,
}));
const noTokens: readonly undefined[] = Array.from({ length: tokensCount }, () => undefined);

// Maximum number of cached readers. Most campaigns use one of a few sources. Readers stay usable after the cache is
// cleared.
const sharedMax = 1_000;
const shared = new Map<string, (param: ReadParam) => SourceValues>();

/**
 * Returns a function that reads the parameters of a traffic source. The function is created once per configuration and
 * shared by campaigns that use the same parameter names.
 */
export function sourceReader({
  clickIdParam,
  costParam,
  tokens,
}: Source): (param: ReadParam) => SourceValues {
  const key = JSON.stringify([clickIdParam, costParam, tokens.map(({ index, param }) => [index, param])]);
  const known = shared.get(key);
  if (known !== undefined) return known;
  const reader = makeReader({ clickIdParam, costParam, tokens });
  if (shared.size >= sharedMax) shared.clear();
  shared.set(key, reader);
  return reader;
}

function makeReader({ clickIdParam, costParam, tokens }: Source): (param: ReadParam) => SourceValues {
  const own = tokens.filter(({ index }) => index >= 1 && index <= tokensCount);
  const named = tokens.length === 0 ? defaultTokens : own;
  return (param) => {
    const values: (string | undefined)[] = noTokens.slice();
    for (const { index, param: name } of named) values[index - 1] = readValue(name, param);
    return { externalId: readValue(clickIdParam, param), cost: readValue(costParam, param), tokens: values };
  };
}

function readValue(name: string | null, param: ReadParam): string | undefined {
  return name === null ? undefined : filledValue(param(name));
}

export function filledValue(sent: string | undefined): string | undefined {
  if (sent === undefined || sent === '') return undefined;
  const value = trimmed(sent);
  return value === '' || isUnfilledMacro(value) ? undefined : value;
}
