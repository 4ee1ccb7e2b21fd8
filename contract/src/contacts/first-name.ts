/** The name that an imported lead gets if the file has none, because a lead's row needs a name. */
export const UNNAMED_LEAD = 'Sem nome';

/**
 * Matches a whole text that a tool or a visitor writes if the name is missing. The last alternative is the name of
 * Meta's test leads.
 */
const PLACEHOLDER_NAME =
  /^(?:(?:null|undefined|none)(?: (?:null|undefined|none))?|\*\|.*\|\*|\{\{.*\}\}|\[.*\]|%\w+%|nome(?: completo)?|(?:first|full|your)? ?name|[fl]name|guest|visitor|visitante|cliente|customer|client|contato|contact|compradora?|alun[ao]|lead(?: ?#?\d+)?|testes?(?: testes?)?|test|admin(?:istrador)?|não|n[aã]o sei|sim|nenhum|xx+|aa+a|user|usu[aá]rio|n\/a|n[aã]o (?:informad|identificad|definid)[ao]|(?:no|sem) (?:name|nome)|desconhecid[ao]|an[oô]nim[ao]|anonymous|unknown|(?:facebook|instagram|whatsapp) user|usu[aá]rio do (?:facebook|instagram|whatsapp)|<test lead: .*)$/i;

/** Returns '' for a text that stands for an unknown name (a placeholder, a number, an address), else the name. */
export const knownName = (name: string): string =>
  PLACEHOLDER_NAME.test(name.trim()) || name.includes('@') || !/\p{L}/u.test(name) ? '' : name;

/** Matches a word of letters, so that no message addresses a person by an e-mail address or a number. */
const FIRST_NAME = /^\p{L}[\p{L}\p{M}'’-]{1,19}$/u;
/** Emoji, and signs that surround names in WhatsApp. */
const DECORATION = /[\p{So}\p{Sk}~*"“”()!|•]+/gu;
/** Signs and spaces around a name. At most 9 at the end match, so that the time is linear in the text's length. */
const OUTER_SIGNS = /^[\s._–-]+|[\s._,;–-]{1,9}$/g;
/** Matches a greeting before the name, because some people answer in a sentence. */
const GREETING =
  /^(?:(?:oie?|ol[aá]|opa|hello|hi|bom dia|boa (?:tarde|noite)|prazer|tudo(?: \p{L}+)?)(?:[,.!? ]+|$))+/iu;
const INTRODUCTION =
  /^(?:(?:(?:o )?meu )?nome(?: completo)?(?: [eé] |: ?)|(?:me chamo|chamo-me) |(?:pode me|pode|me) cham(?:ar?|e) de |pode me chamar |(?:eu )?sou |(?:(?:aqui|quem fala) )+[eé] )/i;
/** Matches a person's business or role instead of a name: “Sou da Contábil”, “sou mãe de dois”. */
const PROVENANCE = /^(?:(?:[Ee]u )?[Ss]ou \p{Ll}{2}|[Aa]qui [eé] d[aeo] )/u;
/** Matches one word, or only capitalized words, because other words after a greeting are a question or a wish. */
const NAME_ALONE = /^\S+$|^(?:(?:[aeo]|d[aeo]s?|\p{Lu}[\p{Ll}\p{M}.'’]\S*)(?:\s+|$))+$/u;
/** Forms of address, perhaps abbreviated (`Profº`, `Dr.ª`), and the first word of `da Silva`. */
const NO_FIRST_NAME =
  /^(?:(?:dr|sr|prof|eng|enf|arq|pr)\.?[ao]?|srta|doutora?|senhor(?:a|ita)?|professora?|mestr[ae]|ti[ao]|v[oóô]|frei|freira|di[aá]con[ao]|ap[oó]stol[ao]|vereadora?|capit[aã]o?|sargento|major|tenente|cabo|soldado|coronel|ev|pb|seu|d|dona|pastora?|mission[aá]ri[ao]|irmã|irm[aã][os]|bispo|ap|cap|cel|sgt|pe|padre|rev|ver|adv|nutri|psi|coach|mrs?|miss|ms|me|msc|phd|[aeo]|d[aeo]s?)\.?$/i;
/** Matches the beginning of a business's or group's name, or of a role in place of a name: `Engenheira Civil`. */
const BUSINESS_NAME =
  /^(?:somos|pode|cham(?:ar?|e)|dono|gerente|engenheir[ao]|enfermeir[ao]|arquitet[ao]|advogad[ao]|psic[oó]log[ao]|nutricionista|terapeuta|personal|chef|presidente|s[oó]ci[ao]|loj(?:a|inha)|grupo|espa[cç]o|barbearia|consult[oó]rio|consultoria|escrit[oó]rio|farm[aá]cia|restaurante|pousada|hotel|padaria|confeitaria|doces|mercado|condom[ií]nio|(?:casa|m[aã]e|pai|espos[ao]|filh[ao]) d[aeo]|fam[ií]lia|equipe|cl[ií]nica|est[uú]dio|studio|ateli[eê]|sal[aã]o|escola|instituto|empresa|ag[eê]ncia|igreja|academia)(?:\s|$)/i;

/** Returns `Maria` for `MARIA DAS DORES`; null if the text begins with no name. */
export function readFirstName(fullName: string): string | null {
  const cleanName = knownName(fullName)
    .replace(/^M\.?ª /i, 'Maria ')
    .replace(DECORATION, ' ')
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(OUTER_SIGNS, '')
    .replace(/\.(?=\p{L}{2})/gu, '. ');
  const withoutGreeting = cleanName.replace(GREETING, '');
  const isName =
    withoutGreeting === cleanName ||
    INTRODUCTION.test(withoutGreeting) ||
    NAME_ALONE.test(withoutGreeting);
  if (!isName || PROVENANCE.test(withoutGreeting)) return null;
  const words = withoutGreeting.replace(INTRODUCTION, '').split(/\s+/);
  while (NO_FIRST_NAME.test(words[0] ?? '')) words.shift();
  const [word = ''] = words;
  if (BUSINESS_NAME.test(words.join(' ')) || !FIRST_NAME.test(word)) return null;
  const isOneCase = word === word.toUpperCase() || word === word.toLowerCase();
  if (!isOneCase) return word;
  return word
    .toLocaleLowerCase('pt-BR')
    .replace(/(?:^|[-'’])\p{L}/gu, (start) => start.toLocaleUpperCase('pt-BR'));
}
