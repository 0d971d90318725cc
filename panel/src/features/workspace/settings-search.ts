const tabs = ['settings', 'subscription', 'versions'] as const;

export type SettingsTab = (typeof tabs)[number];

export function readSettingsTab(tab: unknown): SettingsTab | undefined {
  return tabs.find((one) => one === tab);
}

export function readSettingsSearch({ tab }: Record<string, unknown>): { tab?: SettingsTab } {
  const read = readSettingsTab(tab);
  return read === undefined ? {} : { tab: read };
}
