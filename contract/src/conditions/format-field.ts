const special: Readonly<Record<string, string>> = {
  ip: 'IP address',
  isp: 'internet provider',
  asn: 'ASN',
  os: 'operating system',
  osVersion: 'operating system version',
  hourOfDay: 'hour of day',
  unique: 'new visitor to the',
  txid: 'transaction ID',
  isFirst: 'first conversion of the visit',
  secondsSinceVisit: 'seconds since the visit',
  userAgent: 'user agent',
};

export function formatField(name: string): string {
  if (name.startsWith('param.')) return `parameter ${name.slice('param.'.length)}`;
  return (
    special[name] ??
    name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^token(\d+)$/, 'token $1')
  );
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export function formatFieldValue(field: string, value: string | number | boolean): string {
  if (field === 'weekday') return weekdays[Number(value) - 1] ?? String(value);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  return String(value);
}
