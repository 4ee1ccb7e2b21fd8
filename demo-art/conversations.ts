import type { Conversation } from './chat-model.ts';
import { agency, hired, support } from './conversations/careers.ts';
import { clinic, contract, firstProject, nightShift } from './conversations/projects.ts';

/** In the order of `depoimento-1.png` to `depoimento-7.png`. */
export const conversations: readonly Conversation[] = [
  firstProject,
  nightShift,
  agency,
  hired,
  support,
  clinic,
  contract,
];
