// Seasons in the languages that people most often choose them in; other words with a year are covered below.
const calendar = [
  'spring summer autumn fall winter fruhling fruehling sommer herbst printemps automne hiver primavera verano otono',
  'invierno outono inverno autunno estate wiosna jesien весна лето осень зима',
  'january february march april may june july august september october november december',
  'monday tuesday wednesday thursday friday saturday sunday christmas easter halloween newyear',
].flatMap((line) => line.split(' '));

/** Phrases that everybody knows, most of them from advice on how to choose a password. */
const phrases = [
  'correcthorsebatterystaple',
  'correcthorsebattery',
  'batteryhorsestaple',
  'tobeornottobe',
  'maytheforcebewithyou',
  'thequickbrownfoxjumpsoverthelazydog',
  'thequickbrownfox',
  'winteriscoming',
  'iloveyouforever',
  'hakunamatata',
  'ihaveadream',
  'helloworld',
  'thisismypassword',
  'changemenow',
];

/** How much there has to be besides a phrase or a season. */
const restMin = 8;
/** Longer ones are several words without spaces. */
const wordLengthMax = 16;
const year = /(?:19|20)\d\d/g;

/**
 * Why a password is among the first that somebody tries who makes guesses by a pattern: a season, a month or any one word
 * with a year, or a famous phrase. An estimate by dictionaries takes these for strong. Undefined where it is none of them.
 */
export function refusePredictable(password: string): string | undefined {
  const text = fold(password);
  const plain = text.replaceAll(/[^\p{L}\d]/gu, '');
  if (isMostly(plain, phrases)) return 'is a well-known phrase';
  const [word, ...others] = new Set(text.match(/\p{L}+/gu));
  const digits = text.replaceAll(/\D/g, '').length;
  const isWord = word !== undefined && word.length <= wordLengthMax && others.length === 0;
  if (isWord && digits <= 2 && password.search(year) >= 0) return 'is a single word with a year';
  return isMostly(plain, calendar) ? 'is based on a season, month or day' : undefined;
}

/** In small letters without accents and years, and with the letters that digits usually stand for. */
function fold(password: string): string {
  return password
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(year, ' ')
    .replaceAll(/(?<=\p{L})[013457@$]|[013457@$](?=\p{L})/gu, (sign) => letters[sign] ?? sign);
}

const letters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};

function isMostly(plain: string, words: readonly string[]): boolean {
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), plain);
  return rest !== plain && Array.from(rest).length < restMin;
}
