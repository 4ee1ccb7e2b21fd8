/** Forms without scripts are read and posted there. The server fills templates from the site's build. */
export const FORM_PATHS = {
  lead: '/formulario/lead',
  application: '/formulario/aplicacao',
  /** The code of the payment link follows. */
  checkout: '/formulario/pagamento',
  sent: '/formulario/enviada',
} as const;
