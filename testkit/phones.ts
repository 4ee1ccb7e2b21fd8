// Phone numbers to which the contract and PostgreSQL must give the same keys.

/** Spellings of one number, 1187654321, as people type, copy and export it. */
// biome-ignore format: similar ones side by side
export const PHONE_SPELLINGS = [
  '(11) 98765-4321', '11987654321', '11 8765-4321', '+55 (11) 98765-4321', '+55 11 8765-4321',
  '5511987654321', '551187654321', '011 98765-4321', '0 15 11 98765-4321',
  '+55 011 98765-4321', '0055 11 98765-4321', '(+55 11) 98765.4321', '+11 98765-4321',
  '11 11 98765-4321', '1111987654321', '5555 11 98765-4321', '+55 +55 11 98765-4321',
  '(0xx11) 98765-4321', '11987654321.0', '11987654321,0', '="11987654321"',
  "'+55 11 98765-4321", '5.511987654321E12', '\u{202a}+55 11 98765\u{2011}4321\u{202c}',
  '11\u{a0}98765\u{200b}-4321', '１１９８７６５４３２１', 'p:+5511987654321',
  'tel:+55-11-98765-4321', 'https://wa.me/5511987654321?text=Oi%2010',
  'https://api.whatsapp.com/send?phone=5511987654321&text=Oi', '11 98765-4321 / 21 3333-4444',
  '11987654321, 2133334444', '11987654321 2133334444',
  '(11) 98765-4321 (Ana) ou (21) 3333-4444', '11 98765-4321 ramal 12',
];

/** Invented numbers that many people type to get past a required field. */
// biome-ignore format: similar ones side by side
export const FILLER_PHONES = [
  '(11) 99999-9999', '(11) 98888-8888', '(11) 3333-3333', '(11) 91234-5678', '1234567890',
  '12345678901', '00000000000', '+1 222 222 2222',
];

// biome-ignore format: similar ones side by side
export const FILLER_EMAILS = [
  'nao@tem.com', 'nao@nao.com.br', 'naotem@gmail.com', 'nao.tenho@hotmail.com',
  'sememail@loja.com.br', 'sem.email@gmail.com', 'sem@email.com', 'semmail@x.com',
  'sem@sem.com', 'semail@gmail.com',
  'teste@teste.com', 'test@test.com', 'Teste@Gmail.com', 'teste@email.com.br',
  'email@email.com', 'email@gmail.com', 'a@a.com', 'aaa@aaa.com', 'xxx@xxx.com',
];

// biome-ignore format: similar ones side by side
export const PHONES_WITHOUT_AREA = [
  '(20) 98765-4321', '2395551234', '3055551234', '+55 52 98765-4321', '5552987654321',
];

// biome-ignore format: similar ones side by side
export const SEVERAL_OR_NO_PHONES = [
  '119876543210', '11 98765-4321 99', '11/98765-43210', '+55 11 98765-43210', '1212555012345',
  '60701190000104', '5,51199E+12', '1,198765432E+10', '9191 8765 4321', '+1234567890123456',
  '5,51199E12', '5.51199E12', '1.1988E10', '5,51198765432E12',
];

/** Numbers that are easily confused, each with its key. */
export const PHONES_WITH_KEYS = [
  // Area code 55 is not the country code.
  ['(55) 99123-4567', '5591234567'],
  ['+55 (55) 99123-4567', '5591234567'],
  // A foreign number keeps all its digits.
  ['+351 912 345 678', '+351912345678'],
  ['00351 912 345 678', '+351912345678'],
  ['351912345678', '+351912345678'],
  ['+47 12 34 56 78', '+4712345678'],
  ['(47) 3134-5678', '4731345678'],
  ['+47 31 34 56 78', '+4731345678'],
  ['14155552671', '+14155552671'],
  // This landline and this mobile have equal last digits.
  ['(11) 3456-7890', '1134567890'],
  ['(11) 93456-7890', '11934567890'],
  ['+55 11 93456-7890', '11934567890'],
  // A mobile number that begins with 95 is not the landline without its 9.
  ['(11) 95123-4567', '11951234567'],
  ['(11) 5123-4567', '1151234567'],
] as const;
