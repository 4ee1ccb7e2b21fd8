import { expect, test } from 'vitest';
import { knownName, readFirstName } from './first-name.ts';

test.each([
  ['Pastor Marcos Lima', 'Marcos'],
  ['Pra. Ana', 'Ana'],
  ['Pe. Fábio', 'Fábio'],
  ['Dona Maria', 'Maria'],
  ['D. Maria', 'Maria'],
  ['Profº Paulo', 'Paulo'],
  ['Engº Rui', 'Rui'],
  ['Enfª Ana', 'Ana'],
  ['Dr.João', 'João'],
  ['Dr.ª Ana', 'Ana'],
  ['Nutri Ana', 'Ana'],
  ['Seu João', 'João'],
  ['Irmã Ana', 'Ana'],
  ['Missionario Joao', 'Joao'],
  ['Irmao Lazaro', 'Lazaro'],
  ['Cel. Silva', 'Silva'],
  ['Sr(a) Ana', 'Ana'],
  ['Professora Ana', 'Ana'],
  ['Doutor Rui', 'Rui'],
  ['Prof. Doutora Ana', 'Ana'],
  ['Tia Ana', 'Ana'],
  ['Capitão Rui', 'Rui'],
  ['Vereador Rui', 'Rui'],
  ['Bispa Sônia', 'Sônia'],
  ['Presbítero Carlos', 'Carlos'],
  ['Presb. Carlos', 'Carlos'],
  ['Reverendo Rui', 'Rui'],
  ['Delegada Ana', 'Ana'],
  ['Deputado Rui', 'Rui'],
  ['DJ Rui', 'Rui'],
  ['Fisio Ana', 'Ana'],
  ['Fono Ana', 'Ana'],
  ['Vovó Ana', 'Ana'],
  ['General Rui', 'Rui'],
])('leaves the form of address out of %s', (name, firstName) => {
  expect(readFirstName(name)).toBe(firstName);
});

test.each([
  ['Ana.', 'Ana'],
  ['- Ana', 'Ana'],
  ['_Ana_', 'Ana'],
  ['Mª Aparecida', 'Maria'],
  ['da Silva', 'Silva'],
  ['meu nome é Ana', 'Ana'],
  ['Oi, sou a Ana', 'Ana'],
  ['Me chamo ana souza', 'Ana'],
  ['Nome: Ana', 'Ana'],
  ['Bom dia, Ana', 'Ana'],
  ['Boa noite! Aqui é a Ana', 'Ana'],
  ['Oi, tudo bem? Sou a Ana', 'Ana'],
  ['Olá! Dra. Ana de Souza', 'Ana'],
  ['Oi, ANA', 'Ana'],
  ['Irma Souza', 'Irma'],
  ['Sou a Ana da Loja X', 'Ana'],
  ['sou o joão', 'João'],
  ['Aqui é o João', 'João'],
  ['Aqui quem fala é a Ana', 'Ana'],
  ['Pode me chamar de Ana', 'Ana'],
  ['Me chame de Ana', 'Ana'],
  ['Meu nome: Ana', 'Ana'],
  ['Meu nome completo é Ana Lima', 'Ana'],
  ['Pode chamar de Ana', 'Ana'],
  ['Chamo-me Ana', 'Ana'],
  ['Prazer, sou a Ana', 'Ana'],
  ['Oie, Ana', 'Ana'],
  ['Hi Ana', 'Ana'],
  // Names that begin like a business or a role.
  ['Marina Souza', 'Marina'],
  ['Barbara Souza', 'Barbara'],
  ['Petra Souza', 'Petra'],
  ['Larissa Souza', 'Larissa'],
  ['Rosa Modas', 'Rosa'],
])('reads the first name of %s', (name, firstName) => {
  expect(readFirstName(name)).toBe(firstName);
});

test.each([
  // Businesses, groups, greetings and questions.
  ...['Loja da Ana', 'Família Souza', 'Clínica Sorriso', 'agencia x', 'Bom dia', 'Oi! Tudo bem'],
  ...[
    'Oi, vocês atendem aos sábados?',
    'Olá, o curso tem prazo?',
    'OI QUERO SABER',
    'oi tudo joia',
  ],
  ...['Oi, sou da Loja X', 'Sou da Contábil Souza', 'SOU DA LOJA X', 'Aqui é da Contábil Souza'],
  ...['Somos a Loja X', 'sou mãe de dois', 'Sou o dono da loja', 'Sou a Dona da Loja X', 'Loja'],
  ...['Espaço Ana', 'Barbearia Rui', 'Casa da Ana', 'Doces da Ana', 'Mãe da Lia', 'Lojinha X'],
  ...['Engenheiro Civil', 'pode ser amanhã', 'Chamar de volta', 'Dona de casa', 'Do lar'],
  ...[
    'Corretora Ana',
    'Contador Rui',
    'Fotógrafo',
    'FISIOTERAPEUTA ANA',
    'Músico Rui',
    'Aposentada',
  ],
  ...[
    'Pizzaria do Rui',
    'Ótica Souza',
    'Auto Peças Rui',
    'Bolos da Ana',
    'Pet Shop X',
    'Associação X',
  ],
  // The first name is missing, abbreviated or not alone.
  ...['J. P. Silva', 'Souza, Ana', 'ana.souza', 'Dra.', 'M. Aparecida'],
])('reads no first name in %s', (name) => {
  expect(readFirstName(name)).toBeNull();
});

test.each([
  ...['null', 'undefined', 'None', 'N/A', 'Não informado', 'nao identificado', 'Desconhecido'],
  ...['Anônimo', 'Facebook User', 'Usuário do Facebook', 'WhatsApp User', 'Unknown', 'No name'],
  '<test lead: dummy data for full_name>',
  ...['null null', 'undefined undefined', '*|FNAME|*', '{{first_name}}', '%FIRSTNAME%', '[Nome]'],
  ...['FNAME', 'First name', 'Nome completo', 'Guest', 'Visitante', 'Usuário'],
  ...['Cliente', 'Contato', 'Lead #1234', 'Teste', 'teste teste', 'Admin', 'Não', 'nao sei', 'Sim'],
  ...['xxx', 'aaaa'],
])('finds no name in %s, which a tool writes for a missing name', (name) => {
  expect(knownName(name)).toBe('');
});

test.each([
  ...['Ana None', 'Nao', 'Testa Lima', 'Alina Sim', 'Nulla Souza', 'Paulo Facebook', 'Dea'],
  ...['Rosa dos Santos', 'Mentor Silva'],
])('keeps the name %s', (name) => {
  expect(knownName(name)).toBe(name);
  expect(readFirstName(name)).toBe(name.split(' ')[0]);
});
