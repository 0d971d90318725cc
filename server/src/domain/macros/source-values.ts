import type { CampaignDocument } from '../publishing/campaign-document.ts';
import { isUnfilledMacro, trimmed } from './is-unfilled-macro.ts';

type Source = Pick<CampaignDocument['source'], 'clickIdParam' | 'costParam' | 'tokens'>;
type ReadParam = (name: string) => string | undefined;

/** What a traffic source says of a visit in the parameters of its link. */
export type SourceValues = {
  externalId: string | undefined;
  /** As it was sent; what is no amount is for the reader to judge. */
  cost: string | undefined;
  /** Token 1 first. */
  tokens: readonly (string | undefined)[];
};

const tokensCount = 15;
const usualTokens = Array.from({ length: tokensCount }, (_, at) => ({
  index: at + 1,
  param: `token${at + 1}`,
}));
const noTokens: readonly undefined[] = Array.from({ length: tokensCount }, () => undefined);

// Most campaigns have one of a few sources; what is forgotten here goes on being used where it is.
const sharedMax = 1_000;
const shared = new Map<string, (param: ReadParam) => SourceValues>();

/**
 * How they are read, by the names that the source's record gives: made once, where a configuration is loaded, and for
 * all campaigns whose sources give the same names.
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
  const named = tokens.length === 0 ? usualTokens : own;
  return (param) => {
    const values: (string | undefined)[] = noTokens.slice();
    for (const { index, param: name } of named) values[index - 1] = readValue(name, param);
    return { externalId: readValue(clickIdParam, param), cost: readValue(costParam, param), tokens: values };
  };
}

function readValue(name: string | null, param: ReadParam): string | undefined {
  return name === null ? undefined : filledValue(param(name));
}

/** What a parameter says: nothing where it is blank, or a macro that the source did not fill. */
export function filledValue(sent: string | undefined): string | undefined {
  if (sent === undefined || sent === '') return undefined;
  const value = trimmed(sent);
  return value === '' || isUnfilledMacro(value) ? undefined : value;
}
