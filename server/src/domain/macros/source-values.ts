import type { CampaignDocument } from '../publishing/campaign-document.ts';
import { isUnfilledMacro } from './is-unfilled-macro.ts';

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

const usualParams = Array.from({ length: 15 }, (_, at) => `token${at + 1}`);

/** How they are read, by the names that the source's record gives: made once, where a configuration is loaded. */
export function sourceReader(source: Source): (param: ReadParam) => SourceValues {
  const { clickIdParam, costParam, tokens } = source;
  const own = new Map(tokens.map(({ index, param }) => [index, param]));
  const names = tokens.length === 0 ? usualParams : usualParams.map((_, at) => own.get(at + 1));
  return (param) => ({
    externalId: readValue(clickIdParam, param),
    cost: readValue(costParam, param),
    tokens: names.map((name) => readValue(name, param)),
  });
}

/** A macro that the source did not fill is no value. */
function readValue(name: string | null | undefined, param: ReadParam): string | undefined {
  const value = name === null || name === undefined ? undefined : param(name)?.trim();
  return value === undefined || value === '' || isUnfilledMacro(value) ? undefined : value;
}
