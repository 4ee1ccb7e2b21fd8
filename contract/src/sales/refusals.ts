/**
 * Why a platform's notice was refused. `proof`: the notice has no valid proof of its sender. `failures`: too many
 * notices from one address failed. `secret`: the server has no secret of the platform. `size`: the notice is too
 * large.
 */
const NOTICE_REFUSAL_REASONS = ['proof', 'failures', 'secret', 'size'] as const;
export type NoticeRefusalReason = (typeof NOTICE_REFUSAL_REASONS)[number];

export const NOTICE_REFUSAL_LABELS: Readonly<Record<NoticeRefusalReason, string>> = {
  proof: 'segredo errado ou ausente',
  failures: 'avisos demais com segredo errado',
  secret: 'plataforma sem segredo no Funil',
  size: 'aviso grande demais',
};
