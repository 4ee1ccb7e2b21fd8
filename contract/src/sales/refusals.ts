/**
 * Why a platform's notice was refused. `proof`: no valid proof; `failures`: too many from one
 * address; `secret`: the server has none for the platform; `size`: too large.
 */
const NOTICE_REFUSAL_REASONS = ['proof', 'failures', 'secret', 'size'] as const;
export type NoticeRefusalReason = (typeof NOTICE_REFUSAL_REASONS)[number];

export const NOTICE_REFUSAL_LABELS: Readonly<Record<NoticeRefusalReason, string>> = {
  proof: 'segredo errado ou ausente',
  failures: 'avisos demais com segredo errado',
  secret: 'plataforma sem segredo no Funil',
  size: 'aviso grande demais',
};
