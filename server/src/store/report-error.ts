/** Reports an error of a store, without any value of a row. */
export type ReportError = (message: string, error: unknown) => void;
