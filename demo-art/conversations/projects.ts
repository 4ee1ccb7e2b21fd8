import type { Conversation } from '../chat-model.ts';

export const firstProject: Conversation = {
  contact: 'Camila R.',
  presence: 'online',
  avatar: 'camila',
  theme: 'light',
  phone: 'android',
  clock: '20:14',
  battery: 63,
  network: '4G',
  rows: [
    { chip: 'Hoje' },
    {
      from: 'them',
      time: '19:56',
      text: 'Lívia do céu, FECHEI meu primeiro projeto!! A clínica aqui do bairro',
    },
    { from: 'me', time: '19:58', text: 'Aaaah que orgulho! E o valor?' },
    { from: 'them', time: '19:59', text: '8 mil à vista. Olha o que caiu' },
    { from: 'them', time: '19:59', pix: 'R$ 8.000,00', payer: 'Clínica do bairro' },
    {
      from: 'me',
      time: '20:03',
      quote: { author: 'Camila R.', text: '8 mil à vista. Olha o que caiu' },
      text: 'E vc ia cobrar 1.500, lembra?',
    },
    {
      from: 'them',
      time: '20:04',
      text: 'kkkk lembro. A aula de preço salvou',
      reactions: ['heart'],
    },
    { from: 'them', time: '20:06', audio: '0:27', seed: 11 },
    { from: 'me', time: '20:13', text: 'Sexta a gente revisa o fluxo antes de entregar, blz?' },
  ],
};

export const nightShift: Conversation = {
  contact: 'Jonas T.',
  presence: 'online',
  avatar: 'jonas',
  theme: 'dark',
  phone: 'ios',
  clock: '07:18',
  battery: 91,
  network: 'wifi',
  unreadElsewhere: 4,
  rows: [
    { chip: 'Hoje' },
    {
      from: 'them',
      time: '07:02',
      text: 'Bom dia! Acordei e tinha isso no WhatsApp da imobiliária',
    },
    { from: 'them', time: '07:03', picture: 'nightChat', caption: '2h14 da manhã e eu dormindo' },
    {
      from: 'me',
      time: '07:09',
      quote: { author: 'Jonas T.', text: 'Foto: 2h14 da manhã e eu dormindo' },
      text: 'Demais! Ela notou que era IA?',
    },
    {
      from: 'them',
      time: '07:11',
      text: 'Ele avisa na primeira msg. Ela nem ligou, agradeceu e mandou áudio kkkk',
      reactions: ['laugh'],
    },
    { from: 'them', time: '07:12', audio: '0:19', seed: 5, played: true },
    {
      from: 'them',
      time: '07:14',
      text: '11 atendimentos de madrugada essa semana. Antes era zero',
    },
  ],
};

export const clinic: Conversation = {
  contact: 'Dona Neide',
  presence: 'online',
  avatar: 'neide',
  theme: 'light',
  phone: 'android',
  clock: '16:09',
  battery: 100,
  network: 'wifi',
  fontSize: 17,
  rows: [
    { chip: 'Sexta-feira' },
    {
      from: 'them',
      time: '15:41',
      text: 'Boa tarde, Lívia. A agenda da clínica do meu filho já anda sozinha.',
    },
    {
      from: 'them',
      time: '15:42',
      picture: 'agenda',
      caption: 'As faltas caíram de 9 para 2 por semana.',
    },
    {
      from: 'me',
      time: '15:50',
      quote: { author: 'Dona Neide', text: 'Foto: As faltas caíram de 9 para 2' },
      text: 'Dona Neide!! E ele?',
    },
    {
      from: 'them',
      time: '15:58',
      text: 'Perguntou quem eu contratei. Respondi: a sua mãe.',
      reactions: ['heart'],
    },
    { from: 'them', time: '16:01', audio: '2:13', seed: 47 },
    { from: 'me', time: '16:07', text: 'Vou emoldurar isso kkkk' },
  ],
};

export const contract: Conversation = {
  contact: 'Thiago L.',
  presence: 'online',
  avatar: 'thiago',
  theme: 'dark',
  phone: 'ios',
  clock: '11:26',
  battery: 74,
  network: '4G',
  unreadElsewhere: 2,
  rows: [
    { chip: 'Hoje' },
    { from: 'me', time: '10:48', text: 'E aí, a construtora respondeu?' },
    {
      from: 'them',
      time: '11:02',
      document: 'Contrato assinado.pdf',
      detail: '6 páginas · PDF · 380 kB',
    },
    { from: 'them', time: '11:02', text: 'ASSINARAM! 12 mil em 3 parcelas', reactions: ['fire'] },
    { from: 'them', time: '11:03', pix: 'R$ 4.000,00', payer: 'Construtora' },
    {
      from: 'me',
      time: '11:10',
      quote: { author: 'Thiago L.', text: 'ASSINARAM! 12 mil em 3 parcelas' },
      text: 'Boaaa! E o “tá caro” deles?',
    },
    {
      from: 'them',
      time: '11:14',
      text: 'Mostrei a planilha de horas perdidas do curso. O dono fez a conta sozinho',
    },
    { from: 'them', time: '11:17', audio: '0:52', seed: 61 },
    { from: 'them', time: '11:20', text: 'E já me indicou pra outra obra' },
  ],
};
