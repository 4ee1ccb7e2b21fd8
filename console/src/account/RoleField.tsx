import { ROLE_NAMES, ROLES, type Role } from '@funil/contract/console/roles';
import { useId } from 'react';

interface Props {
  label: string;
  value: Role;
  onChange: (role: Role) => void;
  /** Whether the label is read out only. */
  isQuiet?: boolean;
}

/** What a role may do, in a line. */
export const ROLE_HINTS: Readonly<Record<Role, string>> = {
  owner: 'Tudo, também operadores e segredos.',
  manager: 'Pessoas, vendas, mensagens e relatório.',
  attendant: 'Atende pessoas; não vê vendas nem dinheiro, não exporta e não apaga.',
};

export function RoleField({ label, value, onChange, isQuiet = false }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id} className={isQuiet ? 'out-of-sight' : undefined}>
        {label}
      </label>
      <select
        id={id}
        className="input"
        value={value}
        onChange={({ target }) => {
          const role = ROLES.find((name) => name === target.value);
          if (role) onChange(role);
        }}
      >
        {ROLES.map((role) => (
          <option key={role} value={role}>
            {ROLE_NAMES[role]}
          </option>
        ))}
      </select>
    </div>
  );
}
