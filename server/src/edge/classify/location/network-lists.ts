/**
 * Hosting networks that cannot be recognized by name. They were checked by hand against the registry; the largest come
 * first within each line.
 */
export const hostingNumbers: ReadonlySet<number> = new Set([
  // Amazon, Google (cloud and its own services), Microsoft, Oracle, IBM
  16509, 14618, 8987, 7224, 38895, 62785, 396982, 15169, 19527, 8075, 8068, 8069, 3598, 12076, 31898, 36351,
  // Alibaba, Tencent, Huawei, Yandex, VK, Naver
  45102, 37963, 24429, 134963, 45090, 132203, 132591, 133478, 55990, 136907, 200350, 13238, 47764, 23576,
  // DigitalOcean, OVH, Hetzner, Akamai with Linode, Vultr, Scaleway, IONOS, Contabo, UpCloud
  14061, 393406, 16276, 35540, 24940, 213230, 212317, 63949, 20940, 16625, 20473, 12876, 29447, 8560, 54548,
  51167, 40021, 202053, 25697,
  // Leaseweb, M247, Datacamp, Clouvider, Packethub, HostRoyale, G-Core, Servers.com
  60781, 28753, 30633, 7203, 396362, 395954, 59253, 16265, 133752, 9009, 212238, 60068, 62240, 136787, 207990,
  199524, 7979, 216071,
  // Shared hosting: GoDaddy, Newfold, Hostinger, HostPapa, Namecheap, DreamHost, Liquid Web, team.blue, UK-2
  26496, 398101, 394695, 46606, 29873, 19871, 47583, 204915, 54290, 36352, 22612, 26347, 32244, 29550, 13213,
  // Rented servers, North America
  33070, 27357, 19994, 40676, 8100, 53667, 55286, 46562, 62904, 64286, 35916, 29802, 53340, 25820, 15083,
  55081, 33182, 19318, 63018, 11878, 32181, 46844, 40065, 54825, 54489, 53755, 23470, 18779, 13886, 19969,
  33387, 46261, 32475, 20454, 19437, 10297, 30083,
  // Rented servers, Europe and Asia
  20773, 8972, 34788, 51396, 49981, 60404, 202425, 43350, 49453, 3223, 50673, 58061, 42730, 197540, 39351,
  42708, 12586, 31103, 24961, 30823, 51852, 9312, 135377, 38719, 49505, 50340, 9123, 197695, 198610, 210644,
  43317, 29182, 16125, 59729, 206264, 210558, 20860, 211298,
]);

/** Mobile carriers that cannot be recognized by name and almost all of whose subscribers use phones. */
export const cellularNumbers: ReadonlySet<number> = new Set([
  // United States, Canada: T-Mobile, Verizon Wireless, AT&T Mobility, Bell Mobility, Dish
  21928, 6167, 22394, 20057, 36522, 398378,
  // Latin America: TIM, Vivo mobile, Telcel, AT&T Mexico, Altan, Comcel, Entel Peru, Personal Paraguay
  26615, 26599, 28403, 28469, 265540, 26611, 21575, 27895,
  // Europe: Three UK, O2 UK, Vodafone UK mobile, Free Mobile, TIM mobile, Three Austria, Plus, Kcell, Kar-Tel
  206067, 60339, 35228, 25135, 51207, 16232, 25255, 8374, 29355, 206026,
  // Turkey, Middle East: Turkcell, Vodafone Turkey, Irancell, Rightel. The operator du is left out, because it has both
  // mobile and home subscribers.
  16135,
  15897, 44244, 57218, 35819,
  // Africa: Vodacom, MTN, Airtel, Glo, 9mobile, Safaricom, Vodafone and Etisalat Egypt, Scancom
  29975, 16637, 29465, 36873, 36926, 37075, 37133, 37140, 37148, 37076, 33771, 37061, 36935, 36992, 30986,
  36974,
  // India, Pakistan, Bangladesh, Sri Lanka
  55836, 45609, 38266, 55410, 45271, 24499, 59257, 56167, 24389, 24432, 45245, 18001,
  // South-East Asia: Telkomsel, XL, Globe mobile, Smart, DITO, AIS, True Move, DTAC, Celcom, Digi
  23693, 24203, 132199, 10139, 139831, 133481, 131445, 45458, 45430, 132061, 24378, 10030, 4818,
  // East Asia, Oceania: NTT Docomo, SK Telecom, Chunghwa mobile, Far EasTone, Vodafone Australia
  9605, 9644, 17421, 9674, 133612,
]);

/**
 * Exit networks of iCloud Private Relay, WARP and similar services. People and bots both use these networks, so an
 * address in them indicates neither a person nor a bot.
 */
export const relayNumbers: ReadonlySet<number> = new Set([13335, 209242, 54113, 36183]);

export const broadbandNumbers: ReadonlySet<number> = new Set([
  // Networks whose names match the wrong kind: an oil company, a Wi-Fi operator, an access provider, a phone maker's
  // cloud office.
  1766,
  41012, 134768, 59067,
]);
