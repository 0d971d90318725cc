const rotatorTabs = ['rules', 'settings', 'versions'] as const;
type RotatorTab = (typeof rotatorTabs)[number];

export function readRotatorTab(value: unknown): RotatorTab | undefined {
  return rotatorTabs.find((tab) => tab === value);
}

export function readRotatorSearch(search: Record<string, unknown>): { tab?: RotatorTab } {
  const tab = readRotatorTab(search['tab']);
  return tab === undefined || tab === 'rules' ? {} : { tab };
}
