/** The roles of operators; each includes those after it. */
export const ROLES = ['owner', 'manager', 'attendant'] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  owner: 'Proprietário',
  manager: 'Gestor',
  attendant: 'Atendente',
};

/** Returns whether a role includes another: an owner may do what a manager may. */
export const includesRole = (role: Role, required: Role): boolean =>
  ROLES.indexOf(role) <= ROLES.indexOf(required);
