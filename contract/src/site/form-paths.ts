/**
 * The paths of the forms without scripts, to which the forms are also posted, and of the pages that follow. The server
 * fills templates from the site's build.
 */
export const FORM_PATHS = {
  lead: '/formulario/lead',
  application: '/formulario/aplicacao',
  /** The page after a lead; the code of the payment link stands after it. */
  checkout: '/formulario/pagamento',
  /** The page after an application. */
  sent: '/formulario/enviada',
} as const;
