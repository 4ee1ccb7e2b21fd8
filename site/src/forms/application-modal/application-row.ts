export {
  fitApplication as buildApplication,
  fitDraft as buildDraft,
} from '@funil/contract/application-rules';
