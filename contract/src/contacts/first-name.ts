import { toSearchText } from '../characters.ts';

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
  /^(?:(?:dr|sr|prof|eng|enf|arq|pr)\.?[ao]?|srta|doutora?|senhor(?:a|ita)?|professora?|mestr[ae]|ti[ao]|v[oóô]|vov[oóô]|frei|freira|madre|c[oô]nego|di[aá]con[ao]|ap[oó]stol[ao]|obreir[ao]|presb(?:[ií]ter[ao])?|reverend[ao]|vereadora?|deputad[ao]|prefeit[ao]|delegad[ao]|ju[ií]za?|capit[aã]o?|sargento|(?:sub)?tenente|major|general|comandante|cabo|soldado|coronel|ev|pb|seu|d|dona|pastora?|mission[aá]ri[ao]|irmã|irm[aã][os]|bisp[ao]|ap|cap|cel|sgt|pe|padre|rev|ver|adv|nutri|psi|fisio|fono|dj|mc|coach|sensei|mrs?|miss|ms|me|msc|phd|[aeo]|d[aeo]s?)\.?$/i;

/**
 * Beginnings, without accents, of a business's or group's name, of a role in place of a name (`Engenheira Civil`), or
 * of a sentence.
 */
const NO_NAME_STARTS = [
  'somos|pode|cham(?:ar?|e)',
  // Roles and occupations.
  'dono|gerente|presidente|soci[ao]|(?:mae|pai|espos[ao]|filh[ao]) d[aeo]|lar|aposentad[ao]|autonom[ao]|alun[ao]',
  'estudante|engenheir[ao]|enfermeir[ao]|arquitet[ao]|advogad[ao]|psicolog[ao]|nutricionista|terapeuta|personal|chef',
  'corretora?|consultora?|contadora?|vendedora?|cantora?|treinadora?|diretora?|coordenadora?|supervisora?|mentora',
  'veterinari[ao]|empresari[ao]|secretari[ao]|bombeiro|cabeleireir[ao]|conselheir[ao]|fotograf[ao]|music[ao]',
  'tecnic[ao]|pedagog[ao]|biomedic[ao]|fonoaudiolog[ao]|fisioterapeuta|dentista|esteticista|evangelista|motorista',
  'analista|palestrante|assistente|auxiliar|policial|manicure|maquiadora?|designer|influencer|social media|vet',
  // Businesses and groups.
  'loj(?:a|inha)|grupo|espaco|barbearia|consult(?:orio|oria)|assessoria|escritorio|farmacia|drogaria|restaurante',
  'lanchonete|pizzaria|hamburgueria|sorveteria|cafeteria|bar|pousada|hotel|padaria|confeitaria|doces|bolos|salgados',
  'marmitas|delicias|artes|lacos|modas?|boutique|brecho|perfumaria|papelaria|livraria|editora|grafica|floricultura',
  'otica|mercad(?:o|inho)|oficina|auto|center|pet|imobiliaria|construtora|distribuidora|transportadora|comercio',
  'condominio|casa|sitio|fazenda|chacara|familia|equipe|clinica|laboratorio|hospital|estudio|studio|atelie|salao',
  'escola|colegio|creche|instituto|centro|fundacao|associacao|cooperativa|sindicato|prefeitura|projeto|ministerio',
  'paroquia|igreja|academia|empresa|agencia|tecnologia|blog|canal|radio',
];
const NO_NAME = new RegExp(`^(?:${NO_NAME_STARTS.join('|')})(?:\\s|$)`);

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
  if (NO_NAME.test(toSearchText(words.join(' '))) || !FIRST_NAME.test(word)) return null;
  const isOneCase = word === word.toUpperCase() || word === word.toLowerCase();
  if (!isOneCase) return word;
  return word
    .toLocaleLowerCase('pt-BR')
    .replace(/(?:^|[-'’])\p{L}/gu, (start) => start.toLocaleUpperCase('pt-BR'));
}
