/** A phrase that makes a text hard to read, and the suggested replacement. */
type Phrase = { pattern: RegExp; instead: string };

export const phrases: readonly Phrase[] = [
  { pattern: /\bthere is no such\b/i, instead: '"X not found"' },
  { pattern: /\b(is|are|was|were|be|been) told\b(?! apart)/i, instead: '"notified" or "informed"' },
  { pattern: /\b(hears?|heard) of\b/i, instead: '"receives" or "is notified of"' },
  {
    pattern: /\bno(body|-one| one) (is|was|has|asks?|hears?|waits?|looks?|reads?|uses?|needs?)\b/i,
    instead: 'name the role or the process',
  },
  { pattern: /\bwhoever\b/i, instead: '"anyone who", or name the role' },
  { pattern: /\bwhatever (is|was|it|they|came|comes|ends)\b/i, instead: '"any …", or name the subject' },
  { pattern: /\bof whatever\b/i, instead: '"of any"' },
  { pattern: /\b(the|a) usual (one|way|form|place)\b/i, instead: '"default"' },
  { pattern: /\bby now\b/i, instead: 'leave it out, or name the time' },
  { pattern: /\bcomes? to nothing\b/i, instead: '"is rejected" or "fails"' },
  { pattern: /\bcame to nothing\b/i, instead: '"was rejected" or "failed"' },
  { pattern: /\bin its (place|stead)\b/i, instead: '"instead" or "fallback"' },
  { pattern: /\b(is|are|was|were|be) taken back\b/i, instead: '"reversed"' },
  { pattern: /\btakes? (it|them) back\b/i, instead: '"reverses"' },
  { pattern: /\bput(s|ting)? (it|them) back\b/i, instead: '"restore"' },
  { pattern: /\b(is|are|was|were|be) put back\b/i, instead: '"restored"' },
  { pattern: /\bgoes on (by|with|as|where|until|after|from)\b/i, instead: '"continues"' },
  { pattern: /\ball the same\b/i, instead: '"anyway", or leave it out' },
  { pattern: /\b(is|are|was|were) looked (for|at|after)\b/i, instead: 'an active verb: "Waypost checks …"' },
  {
    pattern: /\b(is|are|was|were) (asked|meant|said|thought|believed) (of|by|from)\b/i,
    instead: 'an active verb with its subject',
  },
  {
    pattern: /\b(condition|rule|tree|leaf|leaves|one|first|none|all of these)s? (that )?holds?\b/i,
    instead: '"matches"',
  },
  { pattern: /\bstretch(es)? of (time|days|hours)\b/i, instead: '"time range"' },
  { pattern: /\bclocks? (of|that) (the|a) (workspace|campaign|zone)\b/i, instead: '"time zone"' },
  { pattern: /\bmade (this minute|in advance|since|anew)\b/i, instead: '"created …"' },
  { pattern: /\b(since|when) (the )?time before\b/i, instead: '"the previous period"' },
  { pattern: /\bas it (stands|came|is written|lies)\b/i, instead: '"unchanged" or "as received"' },
  { pattern: /\b(lies|lie) (on|in|at|beside|together)\b/i, instead: '"is stored"' },
  { pattern: /\b(dear|dearer|dearest) to\b/i, instead: '"expensive to"' },
  { pattern: /\bthings\b/i, instead: 'the noun that is meant' },
  {
    pattern: /\bsomebody (else )?(who|has|is|may|must|changed|was)\b/i,
    instead: '"someone", or name the role',
  },
  { pattern: /\balarms?\b/i, instead: '"alert"' },
  { pattern: /\bmend(s|ed|ing)?\b/i, instead: '"fix", "repair" or "correct"' },
  { pattern: /\bchores?\b/i, instead: '"task"' },
  { pattern: /\btelephone\b/i, instead: '"phone"' },
  { pattern: /\bstands? in the way\b/i, instead: '"blocks" or "conflicts with"' },
  { pattern: /\b(is|are) in the way\b/i, instead: '"conflicts"' },
  { pattern: /\b(bell|bells) (is|are|that|rings?|rung)\b/i, instead: '"notification"' },
  { pattern: /\b(is|are|was|were) (rung|spread over|cut anew)\b/i, instead: 'the technical term' },
  { pattern: /\bso that it is as if\b/i, instead: 'say what the result is' },
  { pattern: /\bfor good\b/i, instead: '"permanently"' },
  { pattern: /\b(anew|afresh)\b/i, instead: '"again"' },
  { pattern: /\bthereby\b|\btherein\b|\bthereof\b|\bwherein\b|\bwhereby\b/i, instead: 'a plain sentence' },
];

/** Words that must not start a doc comment, because they do not name its subject. */
export const openings = /^(What|Whether|Who|Whose|Whom|Those|Of|As)\b/;
