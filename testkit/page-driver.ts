/** Fills in forms in any browser: fields are found by their labels, buttons by their names. */
export interface PageDriver {
  fill(label: string, text: string): Promise<void>;
  choose(label: string, option: string): Promise<void>;
  press(button: string): Promise<void>;
}
