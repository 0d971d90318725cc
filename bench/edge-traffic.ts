import { randomInt } from 'node:crypto';

const systems = [
  (n: number) =>
    `Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${100 + n}.0.0.0 Safari/537.36`,
  (n: number) =>
    `Linux; Android ${10 + (n % 5)}; SM-G99${n % 10}B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${100 + n}.0.0.0 Mobile Safari/537.36`,
  (n: number) =>
    `iPhone; CPU iPhone OS ${14 + (n % 4)}_${n % 7} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${14 + (n % 4)}.${n % 7} Mobile/15E148 Safari/604.1`,
  (n: number) =>
    `Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${15 + (n % 3)}.${n} Safari/605.1.15`,
  (n: number) => `X11; Linux x86_64; rv:${90 + n}.0) Gecko/20100101 Firefox/${90 + n}.0`,
];
const agentsWanted = 200;

const agents = Array.from({ length: agentsWanted }, (_, n) => {
  const system = systems[n % systems.length];
  return `Mozilla/5.0 (${system?.(Math.floor(n / systems.length)) ?? ''}`;
});

/** Builds visit requests with random addresses, user agents and token values. */
export function makeVisitRequests(campaignIds: readonly string[], wanted: number): string[] {
  return Array.from({ length: wanted }, () => {
    const tokens = Array.from({ length: 6 }, (_, at) => `t${at + 1}=key${randomInt(200)}`).join('&');
    const address = Array.from({ length: 4 }, () => randomInt(1, 224)).join('.');
    const campaign = campaignIds[randomInt(campaignIds.length)];
    return [
      `GET /c/${campaign}?click=${randomInt(2 ** 40).toString(36)}&bid=0.00${randomInt(1, 100)}&${tokens} HTTP/1.1`,
      'host: 127.0.0.1',
      `user-agent: ${agents[randomInt(agents.length)]}`,
      'accept: text/html,application/xhtml+xml',
      'accept-language: de-DE,de;q=0.9,en;q=0.8',
      'referer: https://news.example/story/17',
      `x-forwarded-for: ${address}`,
      '\r\n',
    ].join('\r\n');
  });
}
