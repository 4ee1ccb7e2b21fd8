import { DISK_FULL_MESSAGE, findWriteProblem } from '../store/health/write-problem.ts';
import { HungEngineError } from './engine.ts';
import { OtherFilesError } from './own-content.ts';

export function explainEditorError(error: unknown): string | null {
  if (error instanceof OtherFilesError || error instanceof HungEngineError) return error.message;
  switch (findWriteProblem(error)?.kind) {
    case 'full':
      return DISK_FULL_MESSAGE;
    case 'forbidden':
    case 'read-only':
      return 'O servidor não pode gravar na pasta do conteúdo. Quem cuida dele pode dar essa permissão.';
    default:
      return null;
  }
}
