/** Where a record of this kind, as the API names kinds, is shown; undefined where there is no screen for it. */
const places: Readonly<Record<string, string>> = {
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
  const place = places[type.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)];
  return place === undefined ? undefined : `${place}/${id}`;
}
