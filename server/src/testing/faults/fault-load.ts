import { Agent, request } from 'node:http';
import type { ClickIds } from '../../domain/click-id/index.ts';
import { systemCode } from '../../platform/errors.ts';
import { pollUntil } from '../poll-until.ts';
import { hangLimitMs } from '../hang-limit.ts';
import type { FaultWorkspace } from './fault-workspace.ts';
import { externalIdOf, payoutOf, reportIdOf, transactionOf, type Visitor } from './visitor.ts';

const tickMs = 20;
const inFlightMax = 400;
const answerLimitMs = 20_000;
// Reports count bots separately.
const headers = {
  accept: 'text/html',
  'accept-language': 'en',
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
};

// Sends visits at a constant rate, whatever happens to the installation. A third of the visitors click, and every tenth
// is reported as a conversion, some of them twice. Nothing is sent again after a failure.
export class FaultLoad {
  readonly visitors: Visitor[] = [];
  // Number of requests by result: `visit 302`, `click ECONNRESET`, …
  readonly results = new Map<string, number>();
  readonly #workspace: FaultWorkspace;
  readonly #clickIds: ClickIds;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: inFlightMax });
  readonly #running = new Set<Promise<unknown>>();
  readonly #visitsPerSecond: number;
  #timer: NodeJS.Timeout | undefined;
  #factor = 1;
  #due = 0;
  #latenciesMs: number[] = [];

  constructor(workspace: FaultWorkspace, clickIds: ClickIds, visitsPerSecond: number) {
    this.#workspace = workspace;
    this.#clickIds = clickIds;
    this.#visitsPerSecond = visitsPerSecond;
  }

  // Waits until the edges serve all campaigns before it starts, because they answer 404 until then.
  async start(): Promise<void> {
    for (const { link } of this.#workspace.landings)
      if ((await pollUntil(() => this.visit(link), { timeoutMs: hangLimitMs, intervalMs: 50 })) === undefined)
        throw new Error(`${link} was not served in time`);
    this.results.clear();
    this.#timer = setInterval(() => this.#tick(this.#visitsPerSecond), tickMs);
  }

  // Multiplies the rate of visits.
  setFactor(factor: number): void {
    this.#factor = factor;
  }

  // Returns the durations of all requests that were answered since the last call.
  takeLatencies(): number[] {
    const taken = this.#latenciesMs;
    this.#latenciesMs = [];
    return taken;
  }

  // Sends a single visit and returns where it was redirected to.
  async visit(link: string): Promise<string | undefined> {
    const visitor = this.#makeVisitor();
    await this.#sendVisit(visitor, link);
    return visitor.visit?.destination;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#running);
  }

  #tick(visitsPerSecond: number): void {
    // Visits that could not be sent in time are left out, so that the rate never exceeds the limit.
    const due = this.#due + (visitsPerSecond * this.#factor * tickMs) / 1_000;
    this.#due = Math.min(due, inFlightMax - this.#running.size);
    for (; this.#due >= 1; this.#due -= 1) {
      const visit = this.#follow(this.#makeVisitor()).finally(() => this.#running.delete(visit));
      this.#running.add(visit);
    }
  }

  #makeVisitor(): Visitor {
    const visitor: Visitor = { number: this.visitors.length + 1, reports: [] };
    this.visitors.push(visitor);
    return visitor;
  }

  async #follow(visitor: Visitor): Promise<void> {
    const { number } = visitor;
    const clickId = await this.#sendVisit(visitor, this.#workspace.link);
    if (clickId === undefined) return;
    if (number % 3 === 0) {
      visitor.click = 'unanswered';
      const answer = await this.#send('click', `${this.#workspace.clickLink}?cid=${clickId}`);
      if (answer?.status === 302) visitor.click = answer;
    }
    for (let index = 0; index < countReports(number); index += 1) {
      visitor.reports.push(false);
      const fields = `payout=${payoutOf(number)}&txid=${transactionOf(number)}&rid=${reportIdOf(number, index)}`;
      const url = `${this.#workspace.eventLink}?cid=${clickId}&${fields}`;
      const answer = await this.#send('incoming postback', url);
      visitor.reports[index] = answer?.status === 200;
    }
  }

  async #sendVisit(visitor: Visitor, link: string): Promise<string | undefined> {
    const answer = await this.#send('visit', `${link}?ext=${externalIdOf(visitor.number)}`);
    const clickId = new URL(answer?.destination ?? '', 'http://none').searchParams.get('cid') ?? '';
    const visitId = this.#clickIds.decode(clickId)?.visitId;
    if (answer === undefined || visitId === undefined) return undefined;
    visitor.visit = { visitId, destination: answer.destination, latencyMs: answer.latencyMs };
    return clickId;
  }

  async #send(what: string, url: string): Promise<Exclude<Result, { failure: string }> | undefined> {
    const result = await sendRequest(url, this.#agent);
    const name = `${what} ${'failure' in result ? result.failure : result.status}`;
    this.results.set(name, (this.results.get(name) ?? 0) + 1);
    if ('failure' in result) return undefined;
    this.#latenciesMs.push(result.latencyMs);
    return result;
  }
}

function countReports(number: number): number {
  if (number % 40 === 0) return 2;
  return number % 10 === 0 ? 1 : 0;
}

type Result = { status: number; destination: string; latencyMs: number } | { failure: string };

function sendRequest(url: string, agent: Agent): Promise<Result> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const sent = request(url, { agent, timeout: answerLimitMs, headers }, (response) => {
      const { statusCode: status = 0 } = response;
      const latencyMs = performance.now() - startedAt;
      response.resume();
      // A response that ends early does not count as an answer.
      response.once('end', () =>
        resolve({ status, destination: response.headers.location ?? '', latencyMs }),
      );
      response.once('close', () => resolve({ failure: 'incomplete' }));
    });
    sent.once('timeout', () => sent.destroy(new Error('timeout')));
    sent.once('error', (error) => resolve({ failure: systemCode(error) ?? error.message }));
    sent.end();
  });
}
