/**
 * Someone at a form, whatever drives the browser: fields are found by the words of their labels,
 * buttons by their names.
 */
export interface PageDriver {
  fill(label: string, text: string): Promise<void>;
  choose(label: string, option: string): Promise<void>;
  press(button: string): Promise<void>;
}
