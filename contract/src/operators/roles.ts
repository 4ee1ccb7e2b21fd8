export const ROLES = ['owner', 'manager', 'attendant', 'traffic'] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  owner: 'Proprietário',
  manager: 'Gestor',
  attendant: 'Atendente',
  traffic: 'Tráfego',
};

/** Groups of roles that may use a view or a route. Contact staff talk to contacts, and ad staff run the ads. */
export const EVERYONE: readonly Role[] = [...ROLES];
export const CONTACT_STAFF: readonly Role[] = ['owner', 'manager', 'attendant'];
export const AD_STAFF: readonly Role[] = ['owner', 'manager', 'traffic'];
export const MANAGEMENT: readonly Role[] = ['owner', 'manager'];
export const OWNERS: readonly Role[] = ['owner'];
