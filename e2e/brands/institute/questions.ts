import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const APPLICATION_QUESTIONS = `
        - { kind: text, key: nicho, label: Qual é o seu nicho?, placeholder: "Ex.: confeitaria", required: true }
        - kind: number
          key: equipe
          label: Quantas pessoas trabalham com você?
          placeholder: "Ex.: 3"
          hint: Conte você também.
          required: true
        - kind: choice
          key: modelo
          label: Como você cobra?
          placeholder: Selecione uma forma
          required: true
          options: [{ key: projeto, label: Por projeto }, { key: mensal, label: Por mês }]
        - { kind: email, key: email_socio, label: E-mail de quem decide com você, placeholder: a@b.com.br, required: false }
        - kind: choices
          key: canais
          label: Por onde seus clientes chegam?
          hint: Marque todos.
          required: true
          options:
            - { key: indicacao, label: Indicação de outros clientes }
            - { key: instagram, label: Instagram }
            - { key: anuncios, label: Anúncios pagos no Meta ou no Google }
            - { key: outro, label: Outro lugar }
        - { kind: phone, key: fone_empresa, label: Telefone da empresa, placeholder: (00) 0000-0000, required: false }
        - { kind: instagram, key: perfil_empresa, label: Instagram da empresa, placeholder: "@empresa", required: false }
        - kind: longText
          key: sonho
          label: O que você faria com dez horas livres por semana?
          placeholder: Conte com as suas palavras.
          required: true`;

const EMAIL_FIELD = `
  email: { label: E-mail (opcional), placeholder: voce@empresa.com.br, required: false }`;

/** Further questions of the short form: texts, one choice, several. */
const LEAD_QUESTIONS = `
questions:
  - { kind: text, key: cidade, label: Em que cidade você atende?, placeholder: "Ex.: Recife", required: true }
  - kind: choice
    key: momento
    label: Quando você quer começar?
    placeholder: Selecione um momento
    required: true
    options: [{ key: ja, label: Agora }, { key: depois, label: Daqui a alguns meses }]
  - kind: choices
    key: interesses
    label: O que você quer aprender?
    hint: Marque todos.
    required: true
    options:
      - { key: atendimento, label: Atendimento sem fila de espera }
      - { key: gestao, label: Gestão do consultório }
      - { key: anuncios, label: Anúncios pagos no Meta ou no Google }
  - { kind: phone, key: fone_clinica, label: Telefone da clínica, placeholder: (00) 0000-0000, required: false }
optional: (opcional)`;

function edit(file: string, ...changes: [from: string | RegExp, to: string][]): void {
  let text = readFileSync(file, 'utf8');
  for (const [from, to] of changes) {
    const changed = text.replace(from, () => to);
    if (changed === text) throw new Error(`${file} does not contain: ${from}`);
    text = changed;
  }
  writeFileSync(file, text);
}

/** Changes both forms' questions: one of each kind, none for one column, and further ones for leads. */
export function changeQuestions(folder: string): void {
  edit(
    join(folder, 'application-modal.yaml'),
    ['\n  confirmation:', `${APPLICATION_QUESTIONS}\n  confirmation:`],
    [/ {8}- kind: text\n {10}key: cargo\n(?: {10}.*\n)+/, ''],
  );
  edit(join(folder, 'lead-dialog.yaml'), [
    '\nsubmit:',
    `${EMAIL_FIELD}\n${LEAD_QUESTIONS}\n\nsubmit:`,
  ]);
}
