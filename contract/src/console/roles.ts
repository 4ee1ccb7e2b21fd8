/** What operators may do, from all to least; each role may do what the ones after it may. */
export const ROLES = ['owner', 'manager', 'attendant'] as const;
export type Role = (typeof ROLES)[number];

/** As operators read them. */
export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  owner: 'Proprietário',
  manager: 'Gestor',
  attendant: 'Atendente',
};

/** Returns whether a role includes another: an owner may do what a manager may. */
export const includesRole = (role: Role, least: Role): boolean =>
  ROLES.indexOf(role) <= ROLES.indexOf(least);
