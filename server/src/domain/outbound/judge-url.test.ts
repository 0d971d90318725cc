import { describe, expect, it } from 'vitest';
import { judgeOutboundUrl } from './judge-url.ts';

function rows(table: Record<string, string>): { name: string; url: string }[] {
  return Object.entries(table).flatMap(([name, list]) =>
    list
      .trim()
      .split(/\s+/)
      .map((url) => ({ name, url })),
  );
}

const allowed = rows({
  'a plain URL': `http://example.com https://example.com/ https://example.com/postback?x=1 https://a.b.c.example.co.uk/
    https://example.com./ https://EXAMPLE.com/ https://ex%61mple.com/ https://a_b.example.com/ https://1.example.com/`,
  macros: `https://example.com/?cid={clickid} https://example.com/{clickid}/{payout} https://example.com?c={clickid}
    https://example.com/#{clickid} https://example.com/?s=\${SUBID}&p={payout:raw} https://example.com:8443/{token1}
    https://example.com/?a={a}@{b} https://example.com/{unclosed https://example.com/?t={status:lead=0,sale=1}`,
  'unusual characters after the host': `https://example.com/@x https://example.com/?u=http://localhost/
    https://example.com/%5c https://example.com/%00 https://example.com//x https://example.com/..;/ https://example.com/ü`,
  'an allowed port': `http://example.com:80/ http://example.com:443/ https://example.com:80/ https://example.com:8080/
    https://example.com:08443/ https://example.com:/ https://example.com:1024/ https://example.com:65535/`,
  'a public address': `http://8.8.8.8/ http://134744072/ http://0x8080808/ http://010.010.010.010/ http://8.8.8.8./
    http://[2606:4700:4700::1111]/ https://[::ffff:8.8.8.8]:8443/ http://８.８.８.８/ http://1.1/`,
  'a host in a non-Latin script': `https://münchen.example/ https://xn--mnchen-3ya.example/ https://пример.example/ https://例え.テスト/
    https://ｅｘａｍｐｌｅ.com/ https://example。com/`,
  'a name that only resembles a rejected one': `https://mylocalhost.com/ https://local.example/ https://notlocal.net/
    https://internal.example.com/ https://metadata.example.com/ https://xmetadata.goog/ https://onion.example/
    https://localhost.example.com/ https://10.0.0.1.example.com/ https://127.0.0.1.nip.io/`,
});

const refusedHost = rows({
  'a local name': `http://localhost http://localhost/ http://LOCALHOST/ http://LocalHost:8080/ http://localhost./
    http://localhost../ http://localhost.../ http://a.localhost/ http://a.b.LOCALHOST./ http://localhost%2e/ http://ⓛocalhost/
    http://ｌｏｃａｌｈｏｓｔ/ http://localhost。/ http://%6cocalhost/ http://local%C2%ADhost/ http://printer.local/
    http://PRINTER.LOCAL./ http://db.internal/ http://db.internal.. http://router.home.arpa/ http://home.arpa/
    http://1.0.0.127.in-addr.arpa/ http://arpa./ http://x.arpa. http://abc.onion/ http://abc.ONION./ http://local./`,
  'a single label': `http://intranet/ http://db:8080/ http://postgres./ http://com/ http://a/ http://xn--mnchen-3ya/
    http://münchen/ http://_/`,
  'a metadata name': `http://metadata/ http://metadata./ http://METADATA.google.internal/ http://metadata.google.internal./
    http://instance-data/latest http://instance-data.ec2.internal/ http://metadata.goog/ http://Metadata.Goog./
    http://x.metadata.goog/ http://metadata.azure.internal/ http://metadata.tencentyun.com/ http://metadata.packet.net/
    http://metadata.platformequinix.com/ http://api.metadata.cloud.ibm.com/ http://rancher-metadata/`,
  loopback: `http://127.0.0.1 http://127.0.0.1/ http://127.0.0.1:8080/ http://127.0.0.1./ http://127.0.0.1../ http://127.1/
    http://127.0.1/ http://2130706433/ http://2130706433./ http://0x7f000001/ http://0X7F.1/ http://0x7f.0x0.0x0.0x1/
    http://0177.0.0.1/ http://0177.1/ http://017700000001/ http://00000177.0.0.1/ http://%31%32%37.0.0.1/ http://127%2e0.0.1/
    http://%30%78%37%66.1/ http://１２７.０.０.１/ http://１２７．０．０．１/ http://127。0。0。1/ http://127｡0｡0｡1/
    http://①②⑦.0.0.1/ http://𝟏𝟐𝟕.0.0.1/ http://②①③⓪⑦⓪⑥④③③/ http://127.255.255.255/ http://0/ http://0.0.0.0/ http://0x/
    http://[::1]/ http://[::]/ http://[0:0:0:0:0:0:0:1]/ http://[::1]:8080/ http://[::ffff:127.0.0.1]/
    http://[::ffff:7f00:1]/ http://[::FFFF:7F00:0001]/ http://[::127.0.0.1]/ http://[64:ff9b::7f00:1]/
    http://[64:ff9b::127.0.0.1]/ http://[2002:7f00:1::]/ http://[2001:0:7f00:1::]/ http://[::ffff:0:127.0.0.1]/`,
  'a private or link-local address': `http://10.0.0.1/ http://10.1/ http://167772161/ http://012.0.0.1/ http://0xa.1/
    http://172.16.0.1/ http://172.31.255.255/ http://192.168.1.1/ http://192.168.257/ http://0xc0a80101/
    http://169.254.169.254/latest/meta-data/ http://169.254.169.254./ http://2852039166/ http://0xa9fea9fe/
    http://0251.0376.0251.0376/ http://0xa9.0376.43518/ http://１６９.254.169.254/ http://100.100.100.200/ http://100.64.0.1/
    http://168.63.129.16/ http://0xa83f8110/ http://192.0.0.192/ http://[fd00:ec2::254]/ http://[fe80::1]/ http://[fc00::1]/
    http://[fec0::1]/ http://[::ffff:a9fe:a9fe]/ http://[64:ff9b:1::a00:1]/ http://[fe80::5efe:10.0.0.1]/`,
  'a reserved address': `http://198.18.0.1/ http://192.0.2.1/ http://198.51.100.1/ http://203.0.113.1/ http://224.0.0.1/
    http://240.0.0.1/ http://255.255.255.255/ http://4294967295/ http://192.88.99.1/ http://[ff02::1]/ http://[2001:db8::1]/
    http://[3fff::1]/ http://[4000::1]/ http://[100::1]/ http://[2620:4f:8000::1]/`,
});

describe('judgeOutboundUrl', () => {
  it.each(allowed)('allows $name unchanged: $url', ({ url }) => {
    expect(judgeOutboundUrl(url, [])).toEqual({ ok: true, url });
  });

  it.each(refusedHost)('rejects $name: $url', ({ url }) => {
    expect(judgeOutboundUrl(url, []).ok).toBe(false);
    expect(judgeOutboundUrl(url.replace('http:', 'https:'), []).ok).toBe(false);
  });

  it('rejects ports of other services, even for public hosts', () => {
    for (const port of [0, 1, 22, 25, 81, 1023, 3306, 5432, 6379, 9000, 11_211])
      for (const host of ['example.com', '8.8.8.8', '[2606:4700:4700::1111]'])
        expect(judgeOutboundUrl(`https://${host}:${port}/`, [])).toEqual({
          ok: false,
          reason:
            'must use port 80 or 443, or a port above 1023 that databases and message brokers do not use',
        });
  });

  it('uses the default port of the scheme', () => {
    const allow = [{ range: '127.0.0.1/32', port: 443 }];
    expect(judgeOutboundUrl('https://127.0.0.1/', allow).ok).toBe(true);
    expect(judgeOutboundUrl('http://127.0.0.1:443/', allow).ok).toBe(true);
    expect(judgeOutboundUrl('http://127.0.0.1/', allow).ok).toBe(false);
  });

  it('allows exactly the addresses and ports on the allowlist, in every notation', () => {
    const allow = [
      { range: '127.0.0.1/32', port: 9000 },
      { range: 'fd00::/8', port: 22 },
    ];
    for (const host of ['127.0.0.1', '127.1', '0177.0.0.1', '2130706433', '[::ffff:7f00:1]', '１２７.0.0.1'])
      expect(judgeOutboundUrl(`http://${host}:9000/{clickid}`, allow).ok).toBe(true);
    expect(judgeOutboundUrl('http://[fd00::7]:22/', allow).ok).toBe(true);
    for (const host of [
      '127.0.0.2:9000',
      '127.0.0.1:9001',
      '127.0.0.1',
      '[::1]:9000',
      '[fe80::1]:22',
      '10.0.0.1:22',
    ])
      expect(judgeOutboundUrl(`http://${host}/`, allow).ok).toBe(false);
  });

  it('allows a port on the allowlist for public host names, but not for local ones', () => {
    const allow = [{ range: '127.0.0.1/32', port: 9000 }];
    expect(judgeOutboundUrl('http://lab.example.com:9000/', allow).ok).toBe(true);
    expect(judgeOutboundUrl('http://lab.example.com:9092/', allow).ok).toBe(false);
    expect(judgeOutboundUrl('http://localhost:9000/', allow).ok).toBe(false);
  });

  it('rejects the machine’s own addresses', () => {
    expect(judgeOutboundUrl('http://198.41.0.4/', [], ['198.41.0.4']).ok).toBe(false);
    expect(judgeOutboundUrl('http://0xc6290004/', [], ['198.41.0.4']).ok).toBe(false);
    expect(judgeOutboundUrl('http://198.41.0.5/', [], ['198.41.0.4']).ok).toBe(true);
  });

  it.each([
    ['http://10.0.0.1/', 'must not resolve to a private, local or reserved IP address'],
    ['http://[::1]/', 'must not resolve to a private, local or reserved IP address'],
    ['http://localhost/', 'must have a host on the public internet'],
    ['http://metadata.goog/', 'must have a host on the public internet'],
  ])('rejects %s with the reason "%s"', (url, reason) => {
    expect(judgeOutboundUrl(url, [])).toEqual({ ok: false, reason });
  });
});
