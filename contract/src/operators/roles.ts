export const ROLES = ['owner', 'manager', 'attendant', 'traffic'] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  owner: 'Proprietário',
  manager: 'Gestor',
  attendant: 'Atendente',
  traffic: 'Tráfego',
};

/** Roles that may use a view or a route. Attendants talk to contacts; advertisers run the ads. */
export const EVERYONE: readonly Role[] = [...ROLES];
export const ATTENDANTS: readonly Role[] = ['owner', 'manager', 'attendant'];
export const ADVERTISERS: readonly Role[] = ['owner', 'manager', 'traffic'];
export const MANAGERS: readonly Role[] = ['owner', 'manager'];
export const OWNERS: readonly Role[] = ['owner'];
