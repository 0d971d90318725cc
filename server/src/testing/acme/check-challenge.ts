import { createHash, X509Certificate } from 'node:crypto';
import { get } from 'node:http';
import { connect } from 'node:tls';
import { challengeProtocol } from '../../platform/acme/challenge-certificate.ts';

export type ChallengePorts = { http: number; https: number };

// Connects to this machine instead of the host, because test names do not resolve.
const address = '127.0.0.1';
const timeoutMs = 5_000;

// Checks a challenge as a certificate authority does. Returns the reason if the response is wrong.
export async function checkChallenge(
  type: string,
  host: string,
  expected: { token: string; keyAuthorization: string },
  ports: ChallengePorts,
): Promise<string | undefined> {
  try {
    return type === 'http-01'
      ? await checkHttp(host, expected, ports.http)
      : await checkTls(host, expected.keyAuthorization, ports.https);
  } catch (error) {
    return (error as Error).message;
  }
}

async function checkHttp(
  host: string,
  { token, keyAuthorization }: { token: string; keyAuthorization: string },
  port: number,
): Promise<string | undefined> {
  const path = `/.well-known/acme-challenge/${token}`;
  const text = await new Promise<string>((resolve, reject) => {
    get({ host: address, port, path, headers: { host }, agent: false, timeout: timeoutMs }, (response) => {
      let body = `${response.statusCode} `;
      response.setEncoding('utf8').on('data', (part: string) => (body += part));
      response.on('end', () => resolve(body));
    }).once('error', reject);
  });
  return text.trimEnd() === `200 ${keyAuthorization}` ? undefined : `the response is ${text}`;
}

async function checkTls(host: string, keyAuthorization: string, port: number): Promise<string | undefined> {
  const socket = connect({
    host: address,
    port,
    servername: host,
    ALPNProtocols: [challengeProtocol],
    rejectUnauthorized: false,
    timeout: timeoutMs,
  });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('secureConnect', resolve).once('error', reject);
    });
    if (socket.alpnProtocol !== challengeProtocol) return 'the server does not support acme-tls/1';
    const certificate = new X509Certificate(socket.getPeerCertificate().raw);
    const digest = createHash('sha256').update(keyAuthorization).digest();
    if (certificate.subjectAltName !== `DNS:${host}`) return 'the certificate names a different host';
    return certificate.raw.includes(digest) ? undefined : 'the certificate has a wrong digest';
  } finally {
    socket.destroy();
  }
}
