import { Client } from 'pg';
import { ensureSecrets } from '../server/src/config/secrets.ts';
import { openDataDirectory } from '../server/src/engines/data-directory.ts';
import { readEngineUrls } from '../server/src/engines/embedded-engines.ts';
import type { ClickHouseClient } from '../server/src/platform/clickhouse-client.ts';
import type { Product } from '../server/src/testing/product.ts';
import { printTable, progress } from './report.ts';
import { median, spread, timed } from './timing.ts';

const rowsMax = 2_000_000;
const batch = 20_000;
const rounds = 5;
const columns =
  'campaign_id, visit_time, country, device_type, visits, lp_clicks, conversions, cost, revenue';

/** The same rows, with no more columns than the questions need, in a table of PostgreSQL with an index for them. */
export async function comparePostgres(
  clickhouse: ClickHouseClient,
  product: Product,
  { workspaceId, visits }: { workspaceId: string; visits: number },
): Promise<void> {
  const secrets = ensureSecrets(product.dataDirectory);
  const urls = readEngineUrls(openDataDirectory(product.dataDirectory), secrets);
  const postgres = new Client({ connectionString: urls?.postgres ?? '' });
  await postgres.connect();
  try {
    await postgres.query(`CREATE TEMP TABLE traffic (campaign_id uuid, visit_time timestamptz, country text,
      device_type text, visits int, lp_clicks int, conversions int, cost numeric, revenue numeric)`);
    const part = Math.max(1, Math.ceil(visits / rowsMax));
    const chosen = `workspace_id = '${workspaceId}' AND cityHash64(campaign_id) % ${part} = 0`;
    await copyRows(clickhouse, postgres, chosen);
    await postgres.query('CREATE INDEX ON traffic (campaign_id, visit_time)');
    await postgres.query('ANALYZE traffic');
    const { rows } = await postgres.query<{ many: string; campaign: string }>(
      'SELECT count(*) AS many, min(campaign_id::text) AS campaign FROM traffic',
    );
    const { many, campaign } = rows[0] ?? { many: '0', campaign: '' };
    const sums = 'sum(visits), sum(lp_clicks), sum(conversions), sum(cost), sum(revenue)';
    const ofCampaign = `WHERE campaign_id = '${campaign}' GROUP BY country, device_type ORDER BY 3 DESC LIMIT 100`;
    const questions: Question[] = [
      [
        'day x campaign, 30 days',
        `SELECT visit_time::date AS day, campaign_id, ${sums} FROM traffic GROUP BY 1, 2 ORDER BY 3 DESC LIMIT 100`,
        `SELECT toDate(visit_hour) AS day, campaign_id, ${sums} FROM events WHERE ${chosen} GROUP BY 1, 2 ORDER BY 3 DESC LIMIT 100`,
      ],
      [
        'country x device of a campaign',
        `SELECT country, device_type, ${sums} FROM traffic ${ofCampaign}`,
        `SELECT country, device_type, ${sums} FROM events ${ofCampaign.replace('WHERE', `WHERE ${chosen} AND`)}`,
      ],
    ];
    const results = await compareTimes(postgres, clickhouse, questions);
    process.stdout.write(`\n${many} of the rows, in PostgreSQL too\n\n`);
    printTable(['question', 'ClickHouse, ms', 'PostgreSQL, ms', 'ratio'], results);
  } finally {
    await postgres.end();
  }
}

type Question = [name: string, inPostgres: string, inClickHouse: string];

async function compareTimes(
  postgres: Client,
  clickhouse: ClickHouseClient,
  questions: readonly Question[],
): Promise<string[][]> {
  const results: string[][] = [];
  for (const [name, inPostgres, inClickHouse] of questions) {
    const times: { postgres: number[]; clickhouse: number[] } = { postgres: [], clickhouse: [] };
    for (let round = 0; round < rounds; round += 1) {
      times.postgres.push(await timed(() => postgres.query(inPostgres)));
      times.clickhouse.push(
        await timed(
          async () => await (await clickhouse.query({ query: inClickHouse, format: 'JSON' })).text(),
        ),
      );
    }
    const ratio = (median(times.postgres) / median(times.clickhouse)).toFixed(1);
    results.push([name, spread(times.clickhouse), spread(times.postgres), ratio]);
  }
  return results;
}

async function copyRows(clickhouse: ClickHouseClient, postgres: Client, chosen: string): Promise<void> {
  progress('copying rows to PostgreSQL');
  const result = await clickhouse.query({
    query: `SELECT toString(campaign_id), toString(visit_time), country, device_type, toString(visits), toString(lp_clicks),
      toString(conversions), toString(cost), toString(revenue) FROM events WHERE ${chosen}`,
    format: 'JSONCompactEachRow',
  });
  let waiting: string[][] = [];
  const flush = async () => {
    const lists = columns.split(', ').map((_, at) => waiting.map((row) => row[at] ?? ''));
    waiting = [];
    await postgres.query(
      `INSERT INTO traffic SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::text[], $5::int[], $6::int[],
        $7::int[], $8::numeric[], $9::numeric[])`,
      lists,
    );
  };
  for await (const rows of result.stream<string[]>()) {
    waiting.push(...rows.map((row) => row.json<string[]>()));
    if (waiting.length >= batch) await flush();
  }
  if (waiting.length > 0) await flush();
}
