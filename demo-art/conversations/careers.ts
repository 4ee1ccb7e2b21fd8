import type { Conversation, GroupAuthor } from '../chat-model.ts';

const rafa: GroupAuthor = { name: 'Rafa Lobo', colour: '#b2560d' };
const bia: GroupAuthor = { name: 'Bia Nunes', colour: '#0b7a75' };
const osmar: GroupAuthor = { name: 'Seu Osmar', colour: '#7a4bb5' };

export const agency: Conversation = {
  contact: 'Priscila M.',
  presence: 'online',
  avatar: 'priscila',
  theme: 'light',
  phone: 'ios',
  clock: '18:42',
  battery: 47,
  network: '5G',
  unreadElsewhere: 12,
  rows: [
    { chip: 'Hoje' },
    { from: 'me', time: '17:20', text: 'Pri, como fechou o mês?' },
    { from: 'them', time: '18:25', text: 'Acabei de somar. Senta aí kkkk' },
    { from: 'them', time: '18:26', picture: 'revenueChart', caption: 'R$ 18.240 em junho' },
    { from: 'them', time: '18:27', text: '4 mensalistas + 1 projeto novo' },
    {
      from: 'me',
      time: '18:31',
      quote: { author: 'Priscila M.', text: 'Foto: R$ 18.240 em junho' },
      text: 'Que virada! E em janeiro?',
      reactions: ['fire'],
    },
    { from: 'them', time: '18:33', text: '2.300, e trabalhando de domingo' },
    { from: 'them', time: '18:36', audio: '1:04', seed: 23 },
    { from: 'them', time: '18:40', text: 'Saí do emprego em maio. Agora é só a minha agência' },
  ],
};

export const hired: Conversation = {
  contact: 'Wesley A.',
  presence: 'online',
  avatar: 'wesley',
  theme: 'dark',
  phone: 'android',
  clock: '15:37',
  battery: 28,
  network: '5G',
  rows: [
    { chip: 'Quinta-feira' },
    { from: 'me', time: '15:08', text: 'Wesley, vi seus fluxos na comunidade. Quer vir pro time?' },
    { from: 'them', time: '15:09', text: 'oi?? é sério isso, Lívia?' },
    {
      from: 'me',
      time: '15:12',
      document: 'Proposta · Wesley A.pdf',
      detail: '3 páginas · PDF · 214 kB',
    },
    { from: 'me', time: '15:12', text: 'Seríssimo. Remoto, CLT, começa dia 3' },
    {
      from: 'them',
      time: '15:20',
      text: 'Há 5 meses eu tava no estoque do mercado',
      reactions: ['heart'],
    },
    { from: 'them', time: '15:24', audio: '0:41', seed: 31 },
    {
      from: 'them',
      time: '15:31',
      quote: { author: 'Você', text: 'Seríssimo. Remoto, CLT, começa dia 3' },
      text: 'ACEITO. Minha mãe tá chorando aqui na sala kkkk',
    },
    { from: 'me', time: '15:35', text: 'Abraço nela! Bem-vindo ao time' },
  ],
};

export const support: Conversation = {
  contact: 'Engrena · Turma 6',
  presence: 'Bia, Lívia, Rafa, Seu Osmar, Vanessa…',
  avatar: 'group',
  theme: 'light',
  phone: 'android',
  clock: '22:31',
  battery: 82,
  network: 'wifi',
  rows: [
    { chip: 'Domingo' },
    { from: rafa, time: '22:10', text: 'Alguém acordado? Erro 401 e o cliente testa amanhã cedo' },
    { from: rafa, time: '22:12', picture: 'flowError', caption: 'Trava sempre aqui' },
    {
      from: bia,
      time: '22:15',
      quote: { author: 'Rafa Lobo', text: 'Foto: Trava sempre aqui', colour: rafa.colour },
      text: 'Sua chave tá com espaço no final',
    },
    {
      from: rafa,
      time: '22:16',
      text: 'FOI!! 3 horas nisso e era isso',
      reactions: ['laugh', 'fire', 'clap'],
    },
    { from: osmar, time: '22:19', text: 'Salvei aqui, vou precisar tbm' },
    {
      from: 'me',
      time: '22:24',
      text: 'Orgulho dessa turma. Bia, posso levar pra aula de terça?',
      reactions: ['heart', 'thumb'],
    },
  ],
};
