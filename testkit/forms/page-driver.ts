export interface PageDriver {
  fill(label: string, text: string): Promise<void>;
  choose(label: string, option: string): Promise<void>;
  press(button: string): Promise<void>;
}
