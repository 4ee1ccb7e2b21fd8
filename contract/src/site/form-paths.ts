/** Forms without scripts are read and posted here. The server fills templates from the build. */
export const FORM_PATHS = {
  lead: '/formulario/lead',
  application: '/formulario/aplicacao',
  /** The page after a lead; a payment link's code follows the path. */
  checkout: '/formulario/pagamento',
  /** The page after an application. */
  sent: '/formulario/enviada',
} as const;
