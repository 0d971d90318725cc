import { createPublicKey, verify, type KeyObject } from 'node:crypto';

type Value = { tag: number; content: Buffer; raw: Buffer };

const subjectAltName = '551d11';
const dnsNameTag = 0x82;

// Reads a certificate signing request and checks its signature.
export function readCertificateRequest(bytes: Buffer): { hosts: string[]; publicKey: KeyObject } | undefined {
  const [request] = readValues(bytes);
  const [info, , signature] = readValues(request?.content);
  const [, , keyInfo, attributes] = readValues(info?.content);
  if (info === undefined || keyInfo === undefined || signature === undefined) return undefined;
  const publicKey = createPublicKey({ key: keyInfo.raw, format: 'der', type: 'spki' });
  if (!verify('sha256', info.raw, publicKey, signature.content.subarray(1))) return undefined;
  const [attribute] = readValues(attributes?.content);
  const [, values] = readValues(attribute?.content);
  const [list] = readValues(values?.content);
  const hosts = readValues(list?.content).flatMap((extension) => {
    const parts = readValues(extension.content);
    if (parts[0]?.content.toString('hex') !== subjectAltName) return [];
    const [names] = readValues(parts.at(-1)?.content);
    return readValues(names?.content).map(({ tag, content }) =>
      tag === dnsNameTag ? content.toString() : `tag ${tag}`,
    );
  });
  return { hosts, publicKey };
}

function readValues(bytes: Buffer = Buffer.alloc(0)): Value[] {
  const values: Value[] = [];
  let at = 0;
  while (at < bytes.length) {
    const tag = bytes[at] ?? 0;
    const first = bytes[at + 1] ?? 0;
    const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
    const start = at + 2 + lengthBytes;
    const length = lengthBytes === 0 ? first : bytes.readUIntBE(at + 2, lengthBytes);
    values.push({
      tag,
      content: bytes.subarray(start, start + length),
      raw: bytes.subarray(at, start + length),
    });
    at = start + length;
  }
  return values;
}
