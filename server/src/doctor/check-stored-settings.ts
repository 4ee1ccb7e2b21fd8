import { createFindingFactories, type Finding } from './finding.ts';

const { green, yellow, red } = createFindingFactories('settings');

export interface StoredSettingsCheck {
  /** Number of stored settings in use. */
  readonly used: number;
  /** Names of those that no key opens. */
  readonly unreadable: readonly string[];
  /** The key file; null: it is missing. */
  readonly keyFile: { readonly isPrivate: boolean } | null;
  readonly keyPath: string;
  /** Whether `SECRETS_KEY` is set. */
  readonly hasKeyVariable: boolean;
}

/** Checks the settings that owners stored in the console, and their key. */
export function checkStoredSettings(input: StoredSettingsCheck): Finding[] {
  const { used, unreadable, keyFile, keyPath } = input;
  const found: Finding[] = [];
  if (unreadable.length > 0) {
    found.push(
      red(
        `O que foi guardado em Ligações não pode ser aberto (${unreadable.join(', ')}): ${describeKeys(input)}.`,
        `Ponha de volta a SECRETS_KEY ou o arquivo ${keyPath} de antes e reinicie; sem eles, guarde de novo em Ligações, no painel.`,
      ),
    );
  } else if (used > 0) {
    found.push(
      green(`${used === 1 ? 'Uma configuração vem' : `${used} configurações vêm`} do painel.`),
    );
  }
  if (keyFile?.isPrivate === false) {
    found.push(
      yellow(
        `${keyPath}, que abre os segredos guardados no painel, pode ser lido por outros usuários desta máquina.`,
        `chmod 600 ${keyPath}`,
      ),
    );
  }
  return found;
}

function describeKeys({ keyFile, hasKeyVariable }: StoredSettingsCheck): string {
  if (keyFile === null && !hasKeyVariable) return 'a chave não está aqui';
  return 'foi fechado com outra chave';
}
