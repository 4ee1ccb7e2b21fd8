/**
 * A column's JSON as text: what a client nests weighs many times its bytes as objects, and rows wait
 * in queues. Written as JSON it is the value again.
 */
export class JsonText {
  readonly text: string;

  constructor(value: unknown) {
    this.text = JSON.stringify(value);
  }

  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}
