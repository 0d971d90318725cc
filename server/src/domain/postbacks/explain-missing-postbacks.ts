export type PostbackSettings = {
  rules: readonly {
    enabled: boolean;
    actions: readonly { enabled: boolean; isConversion: boolean; postbackEnabled: boolean }[];
  }[];
  campaignUrl: string | null;
  source: { name: string; postbackUrl: string | null } | undefined;
};

/**
 * Explains why a traffic source receives no conversions even though a postback URL is set. Returns undefined if the
 * source receives conversions or no URL is set. Without rules, every conversion is sent.
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
  const owner = campaignUrl === null ? `the traffic source ${source?.name ?? ''}` : 'the campaign';
  return `no conversion is sent to the traffic source: postbackEnabled is off in every conversion action, although ${owner} has a postback URL`;
}
