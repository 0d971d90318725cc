const screens: Readonly<Record<string, string>> = {
  campaign: '/campaigns',
  offer: '/offers',
  landing: '/landings',
  rotator: '/rotators',
  'traffic-source': '/traffic-sources',
  'affiliate-network': '/affiliate-networks',
  domain: '/domains',
  key: '/keys',
};

export function recordPath(type: string, id: string): string | undefined {
  const screen = screens[type.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)];
  return screen === undefined ? undefined : `${screen}/${id}`;
}
