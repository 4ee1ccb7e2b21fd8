/**
 * The paths of the forms without scripts, which also take what is posted, and of the pages that follow them. The site's
 * build has a template for each; the server fills it.
 */
export const FORM_PATHS = {
  lead: '/formulario/lead',
  application: '/formulario/aplicacao',
  /** The page after a lead; the code of the payment link stands after it. */
  checkout: '/formulario/pagamento',
  /** The page after an application. */
  sent: '/formulario/enviada',
} as const;
