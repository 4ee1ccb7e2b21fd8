/** What an operator can mend, in a sentence; shown without a stack. */
export class OperatorError extends Error {}
