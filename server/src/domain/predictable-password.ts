// Seasons in several languages, and months, days and holidays in English. Other words with a year are covered below.
const calendar = [
  'spring summer autumn fall winter fruhling fruehling sommer herbst printemps automne hiver primavera verano otono',
  'invierno outono inverno autunno estate wiosna jesien весна лето осень зима',
  'january february march april may june july august september october november december',
  'monday tuesday wednesday thursday friday saturday sunday christmas easter halloween newyear',
].flatMap((line) => line.split(' '));

// Well-known phrases that people use as passwords.
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

// Minimum length of the text that remains after phrases and seasons are removed.
const restMin = 8;
// Maximum length of a single word. Longer text consists of several words without spaces.
const wordLengthMax = 16;
const year = /(?:19|20)\d\d/g;

/**
 * Detects passwords that pattern-based guessing tries first: a season, a month or any single word with a year, or a
 * well-known phrase. Dictionary-based estimates rate such passwords as strong.
 */
export function refusePredictable(password: string): string | undefined {
  const text = fold(password);
  const letterText = text.replaceAll(/[^\p{L}\d]/gu, '');
  if (isMostly(letterText, phrases)) return 'is a well-known phrase';
  const [word, ...others] = new Set(text.match(/\p{L}+/gu));
  const digits = text.replaceAll(/\D/g, '').length;
  const isWord = word !== undefined && word.length <= wordLengthMax && others.length === 0;
  if (isWord && digits <= 2 && password.search(year) >= 0) return 'is a single word with a year';
  return isMostly(letterText, calendar) ? 'is based on a season, month or day' : undefined;
}

// Returns the password in lowercase, without accents and years, and with digits replaced by the letters that they
// usually represent.
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

function isMostly(letterText: string, words: readonly string[]): boolean {
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), letterText);
  return rest !== letterText && Array.from(rest).length < restMin;
}
