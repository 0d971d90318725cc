export type PostbackSettings = {
  rules: readonly {
    enabled: boolean;
    actions: readonly { enabled: boolean; isConversion: boolean; postbackEnabled: boolean }[];
  }[];
  /** The campaign's own address. */
  campaignUrl: string | null;
  source: { name: string; postbackUrl: string | null } | undefined;
};

/**
 * Why a source will hear of no conversion although there is an address to call, in a sentence; undefined where it will,
 * and where nobody gave an address. Without rules every event is told.
 */
export function explainMissingPostbacks({
  rules,
  campaignUrl,
  source,
}: PostbackSettings): string | undefined {
  if (campaignUrl === null && (source?.postbackUrl ?? null) === null) return undefined;
  const counting = rules
    .filter(({ enabled }) => enabled)
    .flatMap(({ actions }) => actions.filter(({ enabled, isConversion }) => enabled && isConversion));
  if (counting.length === 0 || counting.some(({ postbackEnabled }) => postbackEnabled)) return undefined;
  const whose = campaignUrl === null ? `the traffic source ${source?.name ?? ''}` : 'the campaign';
  return `no conversion is sent to the traffic source: postbackEnabled is off in every conversion action, although ${whose} has a postback URL`;
}
