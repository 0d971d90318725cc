/** Spellings of loopback, private and other addresses that calls must not reach, and hostnames for these addresses. */
export const forbiddenHosts = `
  127.0.0.1 127.1 127.0.1 127.255.255.254 2130706433 017700000001 0x7f000001 0x7f.1
  0177.0.0.1 0177.0.0.01 0x7f.0x0.0x0.0x1 127.0.0.1. %31%32%37.0.0.1 %31%32%37%2e%30%2e%30%2e%31
  １２７.０.０.１ 127。0。0。1 ①②⑦.0.0.1 0 0.0.0.0 0.1.2.3 [::1] [::] [0:0:0:0:0:0:0:1]
  [::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:FFFF:7F00:0001] [::127.0.0.1] [::7f00:1]
  [64:ff9b::7f00:1] [64:ff9b::127.0.0.1] [64:ff9b:1::7f00:1] [2002:7f00:1::] [2001:0:7f00:1::]
  10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 169.254.169.254 0xa9fea9fe 2852039166
  172.16.0.1 172.31.255.255 192.0.0.192 192.168.0.1 192.168.255.255 198.18.0.1 203.0.113.7
  168.63.129.16 224.0.0.1 240.0.0.1 255.255.255.255 [fe80::1] [fc00::1] [fd00:ec2::254]
  [ff02::1] [2001:db8::1] [3fff::1] [::ffff:a9fe:a9fe] [::ffff:10.0.0.1] [fec0::1]
  localhost localhost. LOCALHOST lOcAlHoSt. foo.localhost a.b.localhost. printer.local
  metadata metadata.google.internal metadata.google.internal. metadata.goog instance-data
  a.internal router.home.arpa 1.0.0.127.in-addr.arpa abc.onion intranet %6cocalhost
`
  .trim()
  .split(/\s+/);

/** Allowed hostnames that resolve to forbidden addresses. */
export const forbiddenAnswers: Readonly<Record<string, readonly string[]>> = {
  'loopback.example.com': ['127.0.0.1'],
  'loopback6.example.com': ['::1'],
  'mapped.example.com': ['::ffff:127.0.0.1'],
  'mapped-hexadecimal.example.com': ['::ffff:7f00:1'],
  'translated.example.com': ['64:ff9b::7f00:1'],
  'mixed.example.com': ['93.184.215.14', '127.0.0.1'],
  'mixed-families.example.com': ['93.184.215.14', '::1'],
  'private-last.example.com': ['1.1.1.1', '8.8.8.8', '2606:4700:4700::1111', '10.0.0.1'],
  'metadata.example.com': ['169.254.169.254'],
  'nothing.example.com': ['0.0.0.0'],
  'strange.example.com': ['localhost'],
  'zone.example.com': ['fe80::1%lo'],
};
