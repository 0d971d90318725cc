/** The resources of the API, in the order in which they are described; the first part of a path decides. */
const tags = [
  { segment: 'whoami', name: 'Identity', description: 'Who a request speaks for.' },
  {
    segment: 'campaigns',
    name: 'Campaigns',
    description: 'What visitors of one traffic source get, and what is paid for them.',
  },
  { segment: 'landings', name: 'Landings', description: 'The pages that visitors see before an offer.' },
  {
    segment: 'rotators',
    name: 'Rotators',
    description:
      'Which landing and offer a visitor gets. Rules are edited in the panel and can be inspected here.',
  },
  {
    segment: 'rotator-paths',
    name: 'Rotator paths',
    description: 'The streams of rotators, which keep their ids when rules change.',
  },
  { segment: 'traffic-sources', name: 'Traffic sources', description: 'Where visitors come from.' },
];

export const describedTags = tags.map(({ name, description }) => ({ name, description }));

export function tagOf(path: string): string {
  const segment = path.split('/')[1];
  const tag = tags.find((one) => one.segment === segment);
  if (tag === undefined) throw new Error(`no tag is known for ${path}`);
  return tag.name;
}
