import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signRequest } from './sign-request.ts';

// The examples in the documentation of Amazon S3, "Signature Calculations for the Authorization Header".
const credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const at = new Date('2013-05-24T00:00:00Z');
const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');

function sign(method: string, path: string, headers: Record<string, string>, content = '') {
  const url = new URL(`https://examplebucket.s3.amazonaws.com${path}`);
  return signRequest({ method, url, headers, payloadSha256: sha256(content) }, credentials, at);
}

describe('signRequest', () => {
  it.each([
    [
      'GET',
      '/test.txt',
      { range: 'bytes=0-9' },
      '',
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
    [
      'PUT',
      '/test%24file.text',
      { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      'Welcome to Amazon S3.',
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
    ['GET', '/?lifecycle', {}, '', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
    [
      'GET',
      '/?max-keys=2&prefix=J',
      {},
      '',
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ],
  ])('signs %s %s as documented', (...example) => {
    const [method, path, headers, content, signature] = example;
    const signed = sign(method, path, headers, content);
    expect(signed['authorization']).toContain(`Signature=${signature}`);
  });

  it('does not contain the secret key', () => {
    expect(JSON.stringify(sign('GET', '/', {}))).not.toContain(credentials.secretAccessKey);
  });
});
