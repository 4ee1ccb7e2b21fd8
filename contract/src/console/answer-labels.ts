import { capitalize } from '../characters.ts';
import type {
  APPLICATION_FIELDS,
  REVENUE_CHOICES,
  SCHEDULE_CHOICES,
} from '../contacts/application-rules.ts';
import { LEAD_RULES, type LeadField, mapRules } from '../contacts/lead-rules.ts';
import type { RobotSignal } from '../contacts/robot-signals.ts';
import { SECTIONS, sectionNames } from '../site/sections.ts';
import type { FormName } from '../visits/event.ts';
import { type Labels, labelIn } from './labels.ts';

/** Names of the page's sections by `data-section`. */
export const SECTION_LABELS: Labels<string> = {
  header: 'Cabeçalho',
  hero: 'Primeira tela',
  ...Object.fromEntries(sectionNames.map((name) => [name, SECTIONS[name].label])),
  footer: 'Rodapé',
};
/** Names of the page's dialogs by `id`, for the buttons in them. */
const DIALOG_LABELS: Labels<string> = {
  'lead-dialog': 'Formulário curto',
  'application-modal': 'Aplicação em etapas',
  privacidade: 'Privacidade',
  'video-player': 'Vídeo',
};
export const sectionLabel = (section: string): string =>
  labelIn({ ...SECTION_LABELS, ...DIALOG_LABELS }, section);

const FORM_LABELS: Labels<FormName> = { lead: 'Nome e telefone', aplicacao: 'Aplicação' };
export const formLabel = (form: string): string => labelIn(FORM_LABELS, form);

const FIELD_LABELS: Labels<
  | (typeof APPLICATION_FIELDS)[number]
  | LeadField
  | ('tempo_jornada_segundos' | 'paginas_visitadas')
  | ('botoes_clicados' | 'origem_timestamp')
> = {
  ...mapRules(LEAD_RULES, ({ label }) => label),
  whatsapp: 'WhatsApp',
  instagram: 'Instagram',
  empresa: 'Empresa',
  cargo: 'Cargo',
  faturamento: 'Faturamento',
  principais_desafios: 'Principais desafios',
  objetivos_movimento: 'Objetivos',
  cronograma: 'Quer chegar lá',
  orcamento_investimento: 'Orçamento',
  experiencia_anterior: 'Experiência anterior',
  tempo_jornada_segundos: 'Tempo na página',
  paginas_visitadas: 'Páginas vistas',
  botoes_clicados: 'Botões clicados',
  origem_timestamp: 'Primeira visita',
};
/** A question that the content added has no label, so the words of its key are returned. */
export function fieldLabel(field: string): string {
  const label = labelIn(FIELD_LABELS, field);
  if (label !== field) return label;
  return capitalize(field).replaceAll('_', ' ');
}

const CHOICE_LABELS: Labels<(typeof REVENUE_CHOICES)[number] | (typeof SCHEDULE_CHOICES)[number]> =
  {
    'menos-5k': 'Menos de R$ 5 mil',
    '5k-10k': 'De R$ 5 mil a R$ 10 mil',
    '10k-30k': 'De R$ 10 mil a R$ 30 mil',
    '30k-50k': 'R$ 30 mil ou mais',
    '6meses': 'Em 6 meses',
    '1ano': 'Em 1 ano',
    '2anos': 'Em 2 anos',
    '3anos+': 'Em 3 anos ou mais',
  };
export const choiceLabel = (answer: string): string => labelIn(CHOICE_LABELS, answer);

const SUSPECT_LABELS: Labels<RobotSignal> = {
  honeypot: 'Preencheu um campo que ninguém vê',
  robot: 'Robô conhecido',
  'not-a-browser': 'Programa que se passa por navegador',
  headless: 'Navegador sem tela, comandado por um programa',
  'too-fast': 'Enviado rápido demais',
  'no-language': 'Não diz seu idioma, como fazem os navegadores',
  'same-phone': 'Muitos cadastros com um só telefone',
  'same-address': 'Muitos cadastros de um só endereço',
  'no-area-code': 'DDD que não existe',
};
export const suspectLabel = (suspect: string): string =>
  suspect
    .split(',')
    .map((reason) => labelIn(SUSPECT_LABELS, reason.trim()))
    .join(', ');
