import { trafficColumns } from '../../domain/traffic/columns.ts';
import { newId } from '../../platform/ids.ts';

export type RowCells = Partial<Record<(typeof trafficColumns)[number], string>>;

/** A row of the edge out of cells that are escaped already; what is not given is unknown. */
export function buildRow(given: RowCells): string {
  return trafficColumns.map((name) => given[name] ?? '').join('\t');
}

/** The row of a visit like those of real traffic. */
export function buildVisitRow(given: RowCells, timeMs: number): string {
  const id = given.id ?? newId(timeMs);
  return buildRow({
    type: 'visit',
    visit_time: String(timeMs),
    time: String(timeMs),
    id,
    visit_id: id,
    expires: '2100-01-01',
    config_version: '7',
    country: 'DE',
    region: 'Berlin',
    city: 'Berlin',
    isp: 'Example Telecom',
    asn: '64500',
    device_type: 'desktop',
    os: 'Windows',
    browser: 'Chrome',
    language: 'de',
    referrer: 'https://example.com/a/page',
    referrer_domain: 'example.com',
    ip: '::ffff:192.0.2.1',
    user_agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36',
    token1: 'keyword',
    outcome: 'landing',
    destination_url: 'https://example.com/landing?cid=abcdefghijklmnopqrstuvwxyz0123456789AB',
    visits: '1',
    unique_visits: '1',
    ...given,
  });
}
