import { Client, type ClientConfig } from 'pg';
import { describeError } from './errors.ts';
import { needsWritableHost, splitPostgresUrl } from './postgres-url.ts';

// Shorter than every connect timeout, so that a frozen host does not keep the others from being tried.
const probeTimeoutMs = 2_000;
const isReadOnlyQuery = {
  text: `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "isReadOnly"`,
  query_timeout: probeTimeoutMs,
};

// SQLSTATE for a connection that could not be established.
const notConnected = '08001';

class NoWritableHost extends Error {
  readonly code = notConnected;
}

// Finds the host that accepts writes, and remembers it until a connection to it fails. All connections to the same URL
// share the result.
class HostList {
  readonly #urls: readonly string[];
  #writable: string | undefined;
  #locating: Promise<string> | undefined;

  constructor(urls: readonly string[]) {
    this.#urls = urls;
  }

  async locate(): Promise<string> {
    if (this.#writable !== undefined) return this.#writable;
    this.#locating ??= this.#probeAll().finally(() => (this.#locating = undefined));
    return await this.#locating;
  }

  forget(url: string): void {
    if (this.#writable === url) this.#writable = undefined;
  }

  // Asks all hosts at once, but prefers earlier ones, so that all processes choose the same host.
  async #probeAll(): Promise<string> {
    const answers = this.#urls.map(async (url) => await findProblem(url));
    const problems: string[] = [];
    for (const [index, url] of this.#urls.entries()) {
      const problem = await answers[index];
      if (problem === undefined) return (this.#writable = url);
      problems.push(`${new URL(url).host}: ${problem}`);
    }
    throw new NoWritableHost(`no host accepts writes (${problems.join('; ')})`);
  }
}

const lists = new Map<string, HostList>();

function findHosts(url: string): HostList | undefined {
  if (!needsWritableHost(url)) return undefined;
  const hosts = lists.get(url) ?? new HostList(splitPostgresUrl(url));
  lists.set(url, hosts);
  return hosts;
}

async function findProblem(url: string): Promise<string | undefined> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: probeTimeoutMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await isReadOnly(client)) ? 'read-only' : undefined;
  } catch (error) {
    return describeError(error);
  } finally {
    client.end().catch(() => undefined);
  }
}

async function isReadOnly(client: Pick<Client, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ isReadOnly: boolean }>(isReadOnlyQuery);
  return rows[0]?.isReadOnly !== false;
}

type Callback = ((error: Error) => void) | ((error: null, client: Client) => void);
type Address = { host: string; port: number };

// Connects to the host that accepts writes if the URL has several hosts. Also used by connection pools.
export class PostgresClient extends Client {
  readonly #hosts: HostList | undefined;

  constructor(config: ClientConfig = {}) {
    const { connectionString = '' } = config;
    super({ ...config, connectionString: splitPostgresUrl(connectionString)[0] ?? '' });
    this.#hosts = findHosts(connectionString);
    // Errors before the caller can add a listener would end the process. Queries report the same errors.
    if (this.#hosts !== undefined) this.on('error', () => undefined);
  }

  override connect(): Promise<Client>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<Client> | void {
    const hosts = this.#hosts;
    if (hosts === undefined) return callback === undefined ? super.connect() : super.connect(callback);
    const connected = this.#connectToWritable(hosts);
    if (callback === undefined) return connected;
    const call = callback as (error: unknown, client?: Client) => void;
    connected.then(
      (client) => call(null, client),
      (error: unknown) => call(error),
    );
  }

  async #connectToWritable(hosts: HostList): Promise<Client> {
    const url = await hosts.locate();
    try {
      const { host, port } = new Client({ connectionString: url });
      // The driver reads these properties when it connects.
      Object.assign(this as Address, { host, port });
      await super.connect();
      if (await isReadOnly(this)) throw new NoWritableHost(`${new URL(url).host} is read-only`);
      return this;
    } catch (error) {
      hosts.forget(url);
      this.end().catch(() => undefined);
      throw error;
    }
  }
}
