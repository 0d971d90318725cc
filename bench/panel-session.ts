import { runCommand, type Product } from '../server/src/testing/product/product.ts';

const person = { email: 'bench@example.com', password: 'slow rivers carry many small stones' };

/** Creates a viewer in the workspace and signs in to the panel API as that person. */
export async function signInPanel(
  product: Product,
  workspaceId: string,
): Promise<(path: string) => Promise<Record<string, unknown>>> {
  const { panel } = product.urls;
  const wanted = ['user', 'create', '--workspace', workspaceId, '--email', person.email, '--role', 'viewer'];
  const made = runCommand(product, [...wanted, '--password-stdin', '--keep-password'], {
    input: person.password,
  });
  if (made.code !== 0) throw new Error(`cannot create the user: ${made.stderr}`);
  const session = await fetch(`${panel}/panel/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: panel },
    body: JSON.stringify(person),
  });
  const cookie = session.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return async (path) => {
    const address = `${panel}/panel/api/workspaces/${workspaceId}${path}`;
    const answer = await fetch(address, { headers: { cookie } });
    const body = (await answer.json()) as { data?: Record<string, unknown> };
    if (answer.status !== 200)
      throw new Error(`${path} returned status ${answer.status}: ${JSON.stringify(body)}`);
    return body.data ?? {};
  };
}
