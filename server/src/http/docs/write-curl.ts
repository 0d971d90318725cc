import type { Parameter, PlacedOperation } from '../openapi/document.ts';

export function writeCurl({ method, path, operation }: PlacedOperation): string {
  const [example] = Object.values(operation.requestBody?.content['application/json']?.examples ?? {});
  const address = fillPath(path, operation.parameters) + writeQuery(operation.parameters);
  return [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}"$WAYPOST/api/v1${address}"`,
    '-H "Authorization: Bearer $TOKEN"',
    ...(example === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d ${quote(JSON.stringify(example.value, undefined, 2))}`]),
  ].join(' \\\n  ');
}

function fillPath(path: string, parameters: Parameter[]): string {
  return path.replace(/\{(\w+)\}/, (_, wanted: string) =>
    String(parameters.find(({ name }) => name === wanted)?.example),
  );
}

function writeQuery(parameters: Parameter[]): string {
  const given = parameters.filter((one) => one.in === 'query' && one.example !== undefined);
  if (given.length === 0) return '';
  return `?${given.map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`).join('&')}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
